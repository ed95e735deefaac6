// Finding plugins on this machine by name or path, without loading any and without running Python.
//
// Places, in order of preference:
//   1. environment: CPPJRT_PLUGIN (a path, or a name to be found in the other places), PJRT_PLUGIN_LIBRARY_PATH (files and
//      directories separated by ':'), PJRT_NAMES_AND_LIBRARY_PATHS ("name:path,name:path", as JAX reads it)
//   2. built with cppjrt: libpjrt_cpu.so next to the executable or this library, in ../lib, ../lib/cppjrt or cppjrt
//   3. installed by `pjrt plugin install`: NAME/plugin.so, NAME/*.so or NAME/*/*.so in PluginDirectory();
//      plugins for the CPU first, as every machine has one
//   4. Python packages: jax_plugins/*, xla_plugins/* and packages known to hold a plugin, in every site-packages found
//      through VIRTUAL_ENV, CONDA_PREFIX, PYTHONPATH, PYTHONUSERBASE, PATH, pyenv and the system's directories
//   5. libtpu: TPU_LIBRARY_PATH, the libtpu package, /lib, /usr/lib, ~/lib
//   6. {lib,}pjrt_c_api_cpu_plugin.so in ~/lib, /usr/local/lib, /usr/lib; libpjrt_*.so and *pjrt*plugin*.so in
//      LD_LIBRARY_PATH
//
// Nothing here throws on a file system error: what cannot be read is as good as absent. Environment variables are not
// consulted in set-user-ID programs. All functions may be called from any thread while nobody calls setenv.
#ifndef PJRT_DISCOVERY_H_
#define PJRT_DISCOVERY_H_

#include <functional>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "cppjrt/status.h"
#include "pjrt/status.h"

namespace pjrt {
inline namespace v0 {

// A shared library that should be a plugin, and where it was found.
struct PluginCandidate {
  // "cpu", "xla-cpu", "cuda13", "tpu": the directory or package it lies in, else made from the file's name.
  std::string name;
  // Absolute, unless `note` is set: then as the environment spells it.
  std::string path;
  // For people: "environment CPPJRT_PLUGIN", "installed in ~/.local/lib/cppjrt", "built with cppjrt",
  // "Python package jax_plugins/xla_cuda13", "libtpu".
  std::string source;
  // Why it cannot be used ("does not exist"), or empty. Only an environment variable can name something unusable.
  std::string note;

  bool usable() const { return note.empty(); }
};

// What discovery looks at; the defaults are this process and this machine. Tests put directories of their own here.
struct DiscoveryOptions {
  // Environment lookup: the value, or null if unset. Empty: the environment of the process.
  std::function<const char*(const char*)> getenv;
  // The user's home; nothing: $HOME. An empty string: no home, its places are skipped.
  std::optional<std::string> home;
  // Prepended to the system's directories (/usr/lib and so on), not to paths the environment names.
  std::string system_root;
  // Paths of the running executable and of the client library, for libpjrt_cpu.so; nothing: asked from the system.
  std::optional<std::string> executable;
  std::optional<std::string> library;
};

// Where `pjrt plugin install` puts plugins: $CPPJRT_PLUGIN_DIR, else ~/.local/lib/cppjrt. Empty without either.
std::string PluginDirectory(const DiscoveryOptions& options = {});

// All candidates in order of preference; of several with the same canonical path only the first. Reads directories:
// some milliseconds with many Python installations.
std::vector<PluginCandidate> FindPlugins(const DiscoveryOptions& options = {});

// The candidate a user means:
//   "": the first one. NOT_FOUND if there is none, or if the first is an environment variable naming something unusable.
//   a path (contains '/' or ends in .so or .so.N; a leading "~/" is the home): that file. NOT_FOUND if it does not exist,
//     INVALID_ARGUMENT if it is not a file.
//   a name: the candidate called so; else one equal up to case and '_' for '-'; else the only one whose name begins so.
//     INVALID_ARGUMENT naming the choices if several names fit equally well, NOT_FOUND with the known names if none
//     does.
// Of candidates with the same name the first wins. Places are searched only as far as needed: with a path, or with the
// environment naming a file, no directory is read.
StatusOr<PluginCandidate> FindPlugin(std::string_view name_or_path = {}, const DiscoveryOptions& options = {});

}  // namespace v0
}  // namespace pjrt

#endif  // PJRT_DISCOVERY_H_
