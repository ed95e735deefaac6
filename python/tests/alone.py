"""The module where nothing else is installed, neither numpy nor JAX: run by run.py in such an environment."""

import array
import importlib.util

import cppjrt

PROGRAM = """
func.func @main(%a: tensor<4xf32>) -> tensor<4xf32> {
  %0 = stablehlo.add %a, %a : tensor<4xf32>
  return %0 : tensor<4xf32>
}
"""

for name in ("numpy", "ml_dtypes", "jax"):
    assert importlib.util.find_spec(name) is None, f"{name} is there"

client = cppjrt.Client()
(result,) = client.compile(PROGRAM)(client.upload(array.array("f", [1, 2, 3, 4])))
assert memoryview(result).tolist() == [2, 4, 6, 8], memoryview(result).tolist()
assert result.to_host().tolist() == [2, 4, 6, 8]
