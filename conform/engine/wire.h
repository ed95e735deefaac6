// Requests and answers as bytes, for a pipe between two processes of one program: native byte order, lengths in front.
//
//   std::string bytes = Encode(request);
//   StatusOr<Request> again = DecodeRequest(bytes);
//
// The reader trusts nothing: a child that has gone mad may write anything.
#ifndef CPPJRT_CONFORM_ENGINE_WIRE_H_
#define CPPJRT_CONFORM_ENGINE_WIRE_H_

#include <string>
#include <string_view>

#include "conform/engine/engine.h"

namespace cppjrt::conform {

std::string Encode(const Request& request);
std::string Encode(const Answer& answer);
std::string Encode(const EngineFacts& facts);
// DATA_LOSS if the bytes are no such thing.
StatusOr<Request> DecodeRequest(std::string_view bytes);
StatusOr<Answer> DecodeAnswer(std::string_view bytes);
StatusOr<EngineFacts> DecodeFacts(std::string_view bytes);

}  // namespace cppjrt::conform

#endif  // CPPJRT_CONFORM_ENGINE_WIRE_H_
