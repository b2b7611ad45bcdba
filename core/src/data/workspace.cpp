#include "gusset/core/workspace.hpp"

#include <algorithm>
#include <cstdint>
#include <utility>

#include "gusset/core/errors.hpp"

namespace gusset {

namespace detail {

namespace {
constexpr std::size_t smallest_chunk_bytes = std::size_t{1} << 16;
constexpr std::size_t max_workspace_bytes = PTRDIFF_MAX - Workspace::alignment;
}  // namespace

std::byte* Workspace::allocate(std::size_t bytes) {
  if (bytes > max_workspace_bytes) throw std::bad_alloc();
  const std::size_t rounded = (bytes + alignment - 1) / alignment * alignment;
  Mark place = in_use_;
  // A chunk that is too small stays unused until the task ends.
  while (place.chunk < chunks_.size() && chunks_[place.chunk].bytes - place.used_bytes < rounded)
    place = {place.chunk + 1, 0};
  if (place.chunk == chunks_.size()) {
    const std::size_t grown =
        std::max(rounded, chunks_.empty() ? smallest_chunk_bytes : 2 * chunks_.back().bytes);
    Chunk chunk;
    chunk.memory.reset(static_cast<std::byte*>(::operator new (grown, std::align_val_t{alignment})));
    chunk.bytes = grown;
    chunks_.push_back(std::move(chunk));
  }
  in_use_ = {place.chunk, place.used_bytes + rounded};
  return chunks_[place.chunk].memory.get() + place.used_bytes;
}

std::size_t Workspace::reserved_bytes() const {
  std::size_t bytes = 0;
  for (const Chunk& chunk : chunks_) bytes += chunk.bytes;
  return bytes;
}

}  // namespace detail

std::span<std::byte> workspace(std::size_t bytes) {
  detail::Workspace* const current = detail::Workspace::current();
  if (current == nullptr) throw UsageError("workspace: expected a call inside a task, found one outside");
  return {current->allocate(bytes), bytes};
}

}  // namespace gusset
