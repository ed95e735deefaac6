import pytest

ADD = """
func.func @main(%a: tensor<4xf32>, %b: tensor<4xf32>) -> tensor<4xf32> {
  %0 = stablehlo.add %a, %b : tensor<4xf32>
  return %0 : tensor<4xf32>
}
"""


@pytest.fixture(scope="session")
def client():
    import cppjrt
    return cppjrt.Client(options={"num_devices": 2})


@pytest.fixture(scope="session")
def add(client):
    return client.compile(ADD)
