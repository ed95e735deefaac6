/* A producer and a consumer of DLPack tensors in C, which know nothing of this library: the structs are written down again in
 * dlpack_foreign.c, as any other framework has them. */
#ifndef CPPJRT_TESTS_CLIENT_DLPACK_FOREIGN_H_
#define CPPJRT_TESTS_CLIENT_DLPACK_FOREIGN_H_

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

struct ForeignArray {
  size_t bytes;        /* of memory, filled with 0, 1, 2, … as 32-bit integers */
  size_t misalignment; /* bytes off a multiple of 64 */
  size_t first;        /* byte_offset */
  int32_t device_type;
  int32_t device_id;
  uint8_t code;
  uint8_t bits;
  uint16_t lanes;
  int32_t ndim;
  int64_t shape[4];
  int has_strides;
  int64_t strides[4];
  uint64_t flags;
  uint32_t major;
};

/* Tensors in both forms. They live until their deleter is called. */
void* ForeignMakeVersioned(const struct ForeignArray* array);
void* ForeignMakeLegacy(const struct ForeignArray* array);
void* ForeignData(void* versioned);
/* Tensors made and not deleted, and how often a deleter was called for one that was not there. */
int ForeignLive(void);
int ForeignMistakes(void);
/* What a refused tensor's owner does. */
void ForeignDelete(void* managed, int versioned);

/* Reads a tensor that another library made: the sum of its elements (32-bit integers or floats), by its strides; then calls its
 * deleter. Negative if it is not what a consumer of version 1 takes. */
double ForeignConsume(void* managed, int versioned, int is_float);

#ifdef __cplusplus
}
#endif

#endif /* CPPJRT_TESTS_CLIENT_DLPACK_FOREIGN_H_ */
