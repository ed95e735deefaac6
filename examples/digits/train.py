#!/usr/bin/env python3
"""Trains the model of this folder and exports it: python3 -m pip install jax scikit-learn, then train.py.

A small convolutional network on scikit-learn's 1,797 handwritten digits (8 x 8 pixels, values 0 to 16). Writes
  model.mlir   StableHLO: the weights in the order of weights.npz, then images f32[8,8,8,1] -> classes i32[8], probabilities f32[8,10]
  weights.npz  the trained weights
  images.npy, classes.npy   eight digits that were not trained on, and what they are
  ../embed_cpp/digits.mlirbc   jax.export's artifact with the weights inside: one image f32[8,8] -> probabilities f32[10]
"""

import pathlib

import jax
import jax.export
import jax.numpy as jnp
import numpy as np
from sklearn.datasets import load_digits
from sklearn.model_selection import train_test_split

jax.config.update("jax_hlo_source_file_canonicalization_regex", ".*/")  # locations name the file, not where it lies
HERE = pathlib.Path(__file__).resolve().parent
SHAPES = {"conv1": (3, 3, 1, 8), "bias1": (8,), "conv2": (3, 3, 8, 16), "bias2": (16,), "dense": (64, 10), "bias3": (10,)}


def initial_weights(key):
    keys = jax.random.split(key, len(SHAPES))
    return {name: jax.random.normal(k, shape) * np.sqrt(2 / max(1, np.prod(shape[:-1]))) if len(shape) > 1 else jnp.zeros(shape)
            for k, (name, shape) in zip(keys, SHAPES.items())}


def convolve(x, kernel, bias):
    y = jax.lax.conv_general_dilated(x, kernel, (1, 1), "SAME", dimension_numbers=("NHWC", "HWIO", "NHWC"))
    return jax.lax.reduce_window(jax.nn.relu(y + bias), -jnp.inf, jax.lax.max, (1, 2, 2, 1), (1, 2, 2, 1), "VALID")


def logits(w, images):
    x = convolve(images / 16, w["conv1"], w["bias1"])
    x = convolve(x, w["conv2"], w["bias2"])
    return x.reshape(x.shape[0], -1) @ w["dense"] + w["bias3"]


def loss(w, images, classes):
    return -jnp.take_along_axis(jax.nn.log_softmax(logits(w, images)), classes[:, None], 1).mean()


@jax.jit
def adam_step(w, m, v, t, images, classes):
    g = jax.grad(loss)(w, images, classes)
    m = jax.tree.map(lambda a, b: 0.9 * a + 0.1 * b, m, g)
    v = jax.tree.map(lambda a, b: 0.999 * a + 0.001 * b * b, v, g)
    step = jax.tree.map(lambda a, b: 3e-3 * (a / (1 - 0.9**t)) / (jnp.sqrt(b / (1 - 0.999**t)) + 1e-8), m, v)
    return jax.tree.map(jnp.subtract, w, step), m, v


def train(images, classes, epochs=60, batch=64):
    w = initial_weights(jax.random.key(0))
    m = v = jax.tree.map(jnp.zeros_like, w)
    order = np.random.default_rng(0)
    t = 0
    for _ in range(epochs):
        for chunk in np.array_split(order.permutation(len(images)), len(images) // batch):
            t += 1
            w, m, v = adam_step(w, m, v, float(t), images[chunk], classes[chunk])
    return w


def main():
    digits = load_digits()
    images = digits.images[..., None].astype(np.float32)
    classes = digits.target.astype(np.int32)
    x, x_test, y, y_test = train_test_split(images, classes, test_size=0.2, random_state=0, stratify=classes)
    w = train(x, y)
    print(f"accuracy on {len(y_test)} digits not trained on: {float((logits(w, x_test).argmax(-1) == y_test).mean()):.3f}")

    def predict(*arguments):
        z = logits(dict(zip(SHAPES, arguments)), arguments[-1])
        return z.argmax(-1).astype(jnp.int32), jax.nn.softmax(z)

    arguments = [np.asarray(w[name]) for name in SHAPES] + [x_test[:8]]
    one = jax.export.export(jax.jit(lambda image: jax.nn.softmax(logits(w, image[None, :, :, None]))[0]), platforms=["cpu"])
    artifact = one(jax.ShapeDtypeStruct((8, 8), np.float32)).mlir_module_serialized
    (HERE.parent / "embed_cpp" / "digits.mlirbc").write_bytes(artifact)
    (HERE / "model.mlir").write_text(jax.jit(predict).lower(*arguments).as_text())
    np.savez(HERE / "weights.npz", **dict(zip(SHAPES, arguments)))
    np.save(HERE / "images.npy", x_test[:8])
    np.save(HERE / "classes.npy", y_test[:8])


if __name__ == "__main__":
    main()
