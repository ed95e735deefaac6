// Key-value stores out of Python objects.
#ifndef CPPJRT_PYTHON_NATIVE_STORES_H_
#define CPPJRT_PYTHON_NATIVE_STORES_H_

#include <nanobind/nanobind.h>

#include <memory>

#include "pjrt/key_value_store.h"

namespace cppjrt::python {

// None, a KeyValueStore, or an object with get(key, timeout), try_get(key) and put(key, value), which gives and takes bytes.
// TypeError for others.
std::shared_ptr<pjrt::KeyValueStore> ToStore(nanobind::handle object);

}  // namespace cppjrt::python

#endif  // CPPJRT_PYTHON_NATIVE_STORES_H_
