//===- CountingTorch.cpp - PyTorch's stable functions without PyTorch -----===//
//
// Has the stable functions that the loader looks up, for PyTorch 2.10. A handle
// is a block of memory; `countingTorchLive` is the number of blocks in use. The
// dispatcher never frees its arguments, and refuses every operator.
//
//===----------------------------------------------------------------------===//

#include <cstdint>
#include <cstdlib>

static int live = 0;

static int make(void **handle) {
  ++live;
  *handle = std::malloc(1);
  return 0;
}

static int drop(void *handle) {
  --live;
  std::free(handle);
  return 0;
}

// Functions that fail, or that no test reaches.
#define STUB(NAME, PARAMETERS)                                                 \
  int NAME PARAMETERS { return 1; }

#pragma GCC visibility push(default)
extern "C" {

int countingTorchLive() { return live; }

uint64_t aoti_torch_abi_version() {
  return uint64_t(2) << 56 | uint64_t(10) << 48;
}

int aoti_torch_create_tensor_from_blob(void *, int64_t, const int64_t *,
                                       const int64_t *, int64_t, int32_t,
                                       int32_t, int32_t, void **handle) {
  return make(handle);
}
int aoti_torch_empty_strided(int64_t, const int64_t *, const int64_t *, int32_t,
                             int32_t, int32_t, void **handle) {
  return make(handle);
}
int aoti_torch_delete_tensor_object(void *handle) { return drop(handle); }
int torch_new_string_handle(const char *, size_t, void **handle) {
  return make(handle);
}
int torch_delete_string(void *handle) { return drop(handle); }
int torch_new_list_reserve_size(size_t, void **handle) { return make(handle); }
int torch_list_push_back(void *, uint64_t) { return 0; }
int torch_delete_list(void *handle) { return drop(handle); }

int torch_new_stable_ivalue(uint64_t **handle) {
  ++live;
  *handle = new uint64_t;
  return 0;
}
int torch_delete_stable_ivalue(uint64_t *handle) {
  --live;
  delete handle;
  return 0;
}

STUB(torch_call_dispatcher, (const char *, const char *, uint64_t *, uint64_t))
STUB(aoti_torch_is_defined, (void *, bool *))
STUB(aoti_torch_get_layout, (void *, int32_t *))
STUB(aoti_torch_get_dtype, (void *, int32_t *))
STUB(aoti_torch_get_dim, (void *, int64_t *))
STUB(aoti_torch_get_sizes, (void *, int64_t **))
STUB(aoti_torch_get_data_ptr, (void *, void **))
STUB(torch_list_size, (void *, size_t *))
STUB(torch_list_get_item, (void *, size_t, uint64_t *))
STUB(torch_get_num_threads, (uint32_t *))
bool aoti_torch_grad_mode_is_enabled() { return false; }
void aoti_torch_grad_mode_set_enabled(bool) {}

} // extern "C"
#pragma GCC visibility pop
