// The plugins `pjrt plugin install` knows by name: packages of the Python package index, each a wheel with one plugin.
#ifndef CPPJRT_CLI_INSTALL_CATALOG_H_
#define CPPJRT_CLI_INSTALL_CATALOG_H_

#include <span>
#include <string>
#include <string_view>

#include "cppjrt/status.h"

namespace cppjrt::install {

struct CatalogEntry {
  // What users type and the directory it is installed in.
  std::string_view name;
  // Other names for it, separated by spaces; the package is one without saying so.
  std::string_view aliases;
  std::string_view package;
  // What is installed unless another version is asked for.
  std::string_view version;
  // Path of the plugin inside the wheel.
  std::string_view file;
  // The wheel of `version` for x86-64 and its SHA-256, checked after the download if the names agree; empty: not known.
  std::string_view wheel;
  std::string_view wheel_sha256;
  // One wheel a Python version (its plugin does not depend on Python): pip is told a version instead of using its own.
  bool per_python;
  // Variables to set before the plugin is loaded, "NAME=value" separated by spaces.
  std::string_view environment;
  // One line for people.
  std::string_view description;
};

std::span<const CatalogEntry> Catalog();

// The entry with that name, alias or package, whatever the case. NOT_FOUND with all names if there is none.
StatusOr<CatalogEntry> FindInCatalog(std::string_view name, std::span<const CatalogEntry> catalog = Catalog());

// "NAME=value" pairs to set before loading the plugin at `path`, known by its file name; empty for most.
std::string_view EnvironmentForFile(std::string_view path);

}  // namespace cppjrt::install

#endif  // CPPJRT_CLI_INSTALL_CATALOG_H_
