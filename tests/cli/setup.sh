# Sourced by the file tests of this folder.

# The plugin that does as it is told (tests/fault_plugin/README.md), and its wrong relatives.
FAULT=$BUILD/tests/plugins/libpjrt_fault.so
BAD_PLUGINS=$BUILD/tests/plugins

# needs NAME: makes the plugins of `./dev test` the installed ones; ends the test if NAME is not among them.
needs() {
  export CPPJRT_PLUGIN_DIR=$CPPJRT_TEST_PLUGINS
  pjrt plugin info "$1" >info 2>&1 || exit 80
  rm info
}

# npy FILE DTYPE DIMS [VALUE...]: writes an array.
npy() {
  python3 "$REPO/tests/cli/npy.py" "$@"
}

# npz FILE ARRAY.npy...: packs arrays, stored.
npz() {
  python3 -m zipfile -c "$@"
}

# program ARGUMENTS RESULT [OPERATION...]: a function @main, to stdout. Without an operation it returns %0.
program() {
  echo "func.func @main($1) -> ($2) {"
  shift 2
  printf '  %s\n' "$@"
  echo "}"
}

# identity TYPE: the program that returns its argument of this type, "4xf32".
identity() {
  program "%0: tensor<$1>" "tensor<$1>" "return %0 : tensor<$1>"
}

# anything: a program that only the fault plugin reads, which returns its arguments, of whatever types they are.
anything() {
  echo "text the front end does not read"
}
