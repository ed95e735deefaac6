# Sourced by the file tests of graph/ and passes/.

# The graph of a program, as imported and behind the passes. A program is the function on standard input.
imported() {
  cat >program.mlir
  cpuc program.mlir --stop-after=import --dump=graph "$@"
}
optimized() {
  cat >program.mlir
  cpuc program.mlir --stop-after=optimize --dump=graph "$@"
}
