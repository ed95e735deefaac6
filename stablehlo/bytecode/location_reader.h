// Locations of an artifact, read when somebody asks for one: most of a program's bytes can be locations, and most
// programs are never asked.
#ifndef CPPJRT_STABLEHLO_BYTECODE_LOCATION_READER_H_
#define CPPJRT_STABLEHLO_BYTECODE_LOCATION_READER_H_

#include <memory>

#include "stablehlo/bytecode/container.h"
#include "stablehlo/ir/location.h"
#include "stablehlo/ir/module.h"

namespace cppjrt::stablehlo::bytecode {

// The location that attribute `number` is: unknown, or deferred until it is resolved.
LocId LocationOf(const Container& container, Module& module, uint64_t number);

// Resolves them. The file that the container views must live as long as the module.
std::unique_ptr<LocationResolver> MakeLocationResolver(std::shared_ptr<const Container> container);

}  // namespace cppjrt::stablehlo::bytecode

#endif  // CPPJRT_STABLEHLO_BYTECODE_LOCATION_READER_H_
