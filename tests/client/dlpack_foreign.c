#include "tests/client/dlpack_foreign.h"

#include <stdlib.h>
#include <string.h>

struct Tensor {
  void* data;
  int32_t device_type;
  int32_t device_id;
  int32_t ndim;
  struct {
    uint8_t code;
    uint8_t bits;
    uint16_t lanes;
  } dtype;
  int64_t* shape;
  int64_t* strides;
  uint64_t byte_offset;
};

struct Legacy {
  struct Tensor tensor;
  void* context;
  void (*deleter)(struct Legacy*);
};

struct Versioned {
  uint32_t major;
  uint32_t minor;
  void* context;
  void (*deleter)(struct Versioned*);
  uint64_t flags;
  struct Tensor tensor;
};

struct Owned {
  struct ForeignArray array;
  char* memory;
  struct Legacy legacy;
  struct Versioned versioned;
  int alive;
};

static int live = 0;
static int mistakes = 0;

/* The memory is freed and nothing else, so that a second call is seen. */
static void Free(struct Owned* owned) {
  if (!owned->alive) {
    __atomic_add_fetch(&mistakes, 1, __ATOMIC_SEQ_CST);
    return;
  }
  owned->alive = 0;
  free(owned->memory);
  free(owned);
  __atomic_sub_fetch(&live, 1, __ATOMIC_SEQ_CST);
}

static void DeleteLegacy(struct Legacy* self) { Free((struct Owned*)self->context); }
static void DeleteVersioned(struct Versioned* self) { Free((struct Owned*)self->context); }

static struct Owned* Make(const struct ForeignArray* array) {
  struct Owned* owned = calloc(1, sizeof *owned);
  size_t size = array->bytes + array->misalignment + 64;
  owned->array = *array;
  owned->memory = aligned_alloc(64, (size + 63) / 64 * 64);
  owned->alive = 1;
  char* data = owned->memory + array->misalignment;
  for (size_t i = 0; i + 4 <= array->bytes; i += 4) {
    int32_t value = (int32_t)(i / 4);
    memcpy(data + i, &value, 4);
  }
  struct Tensor tensor = {data,
                          array->device_type,
                          array->device_id,
                          array->ndim,
                          {array->code, array->bits, array->lanes},
                          owned->array.shape,
                          array->has_strides ? owned->array.strides : NULL,
                          array->first};
  owned->legacy.tensor = tensor;
  owned->legacy.context = owned;
  owned->legacy.deleter = DeleteLegacy;
  owned->versioned.major = array->major;
  owned->versioned.minor = 1;
  owned->versioned.context = owned;
  owned->versioned.deleter = DeleteVersioned;
  owned->versioned.flags = array->flags;
  owned->versioned.tensor = tensor;
  __atomic_add_fetch(&live, 1, __ATOMIC_SEQ_CST);
  return owned;
}

void* ForeignMakeVersioned(const struct ForeignArray* array) { return &Make(array)->versioned; }
void* ForeignMakeLegacy(const struct ForeignArray* array) { return &Make(array)->legacy; }
void* ForeignData(void* versioned) {
  struct Versioned* tensor = versioned;
  return (char*)tensor->tensor.data + tensor->tensor.byte_offset;
}
int ForeignLive(void) { return __atomic_load_n(&live, __ATOMIC_SEQ_CST); }
int ForeignMistakes(void) { return __atomic_load_n(&mistakes, __ATOMIC_SEQ_CST); }

void ForeignDelete(void* managed, int versioned) {
  if (versioned) {
    struct Versioned* tensor = managed;
    tensor->deleter(tensor);
  } else {
    struct Legacy* tensor = managed;
    tensor->deleter(tensor);
  }
}

static double Sum(const struct Tensor* tensor, int is_float) {
  const char* data = (const char*)tensor->data + tensor->byte_offset;
  int64_t index[8] = {0};
  int64_t count = 1;
  double sum = 0;
  for (int32_t i = 0; i < tensor->ndim; ++i) count *= tensor->shape[i];
  for (int64_t n = 0; n < count; ++n) {
    int64_t at = tensor->strides == NULL ? n : 0;
    for (int32_t i = 0; tensor->strides != NULL && i < tensor->ndim; ++i) at += index[i] * tensor->strides[i];
    if (is_float) {
      float value;
      memcpy(&value, data + at * 4, 4);
      sum += (double)value;
    } else {
      int32_t value;
      memcpy(&value, data + at * 4, 4);
      sum += value;
    }
    for (int32_t i = tensor->ndim - 1; i >= 0 && ++index[i] == tensor->shape[i]; --i) index[i] = 0;
  }
  return sum;
}

double ForeignConsume(void* managed, int versioned, int is_float) {
  const struct Tensor* tensor;
  if (versioned && ((struct Versioned*)managed)->major != 1) return -1;
  tensor = versioned ? &((struct Versioned*)managed)->tensor : &((struct Legacy*)managed)->tensor;
  if (tensor->device_type != 1 || tensor->dtype.bits != 32 || tensor->dtype.lanes != 1 || tensor->ndim > 8) return -2;
  if (tensor->dtype.code != (is_float ? 2 : 0)) return -3;
  double sum = Sum(tensor, is_float);
  ForeignDelete(managed, versioned);
  return sum;
}
