#include <cstdint>
#include <memory>
#include <string>
#include <utility>

#include "data/retired.hpp"
#include "runtime/c_interface.hpp"

using namespace gusset::c_interface;

namespace {

void make_handle(gusset_runtime& runtime, const char* function, const char* name, void* contents,
                 std::size_t size_bytes, std::size_t pooled_bytes, std::uint32_t node,
                 gusset_handle** result) {
  require(result != nullptr, function, "a pointer for the result");
  const bool has_data = runtime.runtime.has_data();
  const bool is_here = runtime.runtime.engine().holds(gusset::NodeId(node));
  auto handle = std::make_unique<gusset_handle>(runtime, has_data && is_here ? pooled_bytes : 0);
  handle->has_contents = has_data && (contents != nullptr || pooled_bytes > 0);
  if (contents != nullptr && has_data) handle->state().data = contents;
  runtime.runtime.attach(handle->state(), name == nullptr ? "" : name, size_bytes, gusset::NodeId(node));
  runtime.handles.fetch_add(1, std::memory_order_relaxed);  // relaxed: a count
  *result = handle.release();
}

}  // namespace

extern "C" {

int gusset_handle_create(gusset_runtime* runtime, const char* name, size_t size_bytes, uint32_t node,
                         gusset_handle** handle) {
  constexpr const char* function = "gusset_handle_create";
  return run_on(runtime, function, [&](gusset::Runtime&) {
    make_handle(*runtime, function, name, nullptr, size_bytes, 0, node, handle);
  });
}

int gusset_handle_wrap(gusset_runtime* runtime, const char* name, void* contents, size_t size_bytes,
                       uint32_t node, gusset_handle** handle) {
  constexpr const char* function = "gusset_handle_wrap";
  return run_on(runtime, function, [&](const gusset::Runtime& mine) {
    if (mine.has_data()) require(contents != nullptr, function, "contents");
    make_handle(*runtime, function, name, contents, size_bytes, 0, node, handle);
  });
}

int gusset_handle_allocate(gusset_runtime* runtime, const char* name, size_t size_bytes, uint32_t node,
                           gusset_handle** handle) {
  constexpr const char* function = "gusset_handle_allocate";
  return run_on(runtime, function, [&](gusset::Runtime&) {
    if (size_bytes == 0) throw misuse(function, "a size of at least 1 byte", "0");
    make_handle(*runtime, function, name, nullptr, size_bytes, size_bytes, node, handle);
  });
}

int gusset_handle_contents(const gusset_handle* handle, void** contents) {
  constexpr const char* function = "gusset_handle_contents";
  if (handle == nullptr) return status_of([] { require(false, function, "a handle"); });
  return run_on(&handle->owner, function, [&](const gusset::Runtime& mine) {
    require(contents != nullptr, function, "a pointer for the result");
    const std::string label = handle->state().label();
    if (!mine.has_data()) {
      throw gusset::UsageError(
          label + ": expected a runtime with data, found one without (check gusset_has_data() first)");
    }
    if (!handle->has_contents) throw misuse(function, "a handle with contents", label + ", which has none");
    *contents = mine.engine().contents(handle->state());
  });
}

int gusset_handle_destroy(gusset_handle* handle) {
  if (handle == nullptr) return GUSSET_OK;
  constexpr const char* function = "gusset_handle_destroy";
  return run_on(&handle->owner, function, [&](const gusset::Runtime& mine) {
    refuse_inside_kernels(mine, function);
    const std::unique_ptr<gusset_handle> last(handle);
    gusset::Runtime::detach(last->state());
    last->own->data = nullptr;
    gusset::detail::retire(std::move(last->own));
    last->owner.handles.fetch_sub(1, std::memory_order_relaxed);  // relaxed: a count
  });
}

}  // extern "C"
