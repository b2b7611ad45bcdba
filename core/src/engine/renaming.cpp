#include "gusset/core/engine/renaming.hpp"

#include <mutex>
#include <new>

namespace gusset::detail {

Renaming::Buffer Renaming::take() {
  void* contents = nullptr;
  {
    const std::lock_guard guard(lock_);
    if (!free_.empty()) {
      contents = free_.back();
      free_.pop_back();
    }
  }
  if (contents == nullptr) {
    std::unique_ptr<std::byte, Free> memory(
        static_cast<std::byte*>(::operator new (bytes_, std::align_val_t{alignment})));
    contents = memory.get();
    const std::lock_guard guard(lock_);
    all_.push_back(std::move(memory));
    free_.reserve(all_.size());  // so that give_back and leave cannot fail
    left_.reserve(all_.size());
  }
  try {
    functions_.create(contents);
  } catch (...) {
    give_back({contents, 0});
    throw;
  }
  return {contents, 1};
}

void Renaming::give_back(Buffer buffer) {
  const std::lock_guard guard(lock_);
  free_.push_back(buffer.contents);
}

void Renaming::leave(Buffer buffer) {
  const std::lock_guard guard(lock_);
  left_.push_back(buffer);
}

std::optional<Renaming::Buffer> Renaming::pick() {
  const std::lock_guard guard(lock_);
  if (left_.empty()) return std::nullopt;
  const Buffer buffer = left_.back();
  left_.pop_back();
  return buffer;
}

void Renaming::merge(Buffer& into, Buffer from) {
  functions_.merge(into.contents, from.contents);
  into.adds += from.adds;
  give_back(from);
}

void Renaming::apply(void* contents, Buffer from) {
  functions_.apply(contents, from.contents);
  give_back(from);
}

}  // namespace gusset::detail
