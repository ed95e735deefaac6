// A shared library without GetPjrtApi.
extern "C" __attribute__((visibility("default"))) int NotAPlugin() { return 1; }
