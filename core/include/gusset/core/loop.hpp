#pragma once
#include <algorithm>
#include <concepts>
#include <cstddef>
#include <functional>
#include <tuple>
#include <type_traits>
#include <utility>

#include "gusset/core/data/blocking.hpp"
#include "gusset/core/errors.hpp"
#include "gusset/core/runtime.hpp"
#include "gusset/core/task.hpp"

namespace gusset {

/// Some neighbouring iterations of a loop: what one of its tasks executes.
struct Chunk {
  std::size_t index = 0;  ///< position among the loop's chunks
  std::size_t begin = 0;  ///< first iteration
  std::size_t end = 0;    ///< one past the last iteration

  std::size_t size() const { return end - begin; }
  friend bool operator==(const Chunk&, const Chunk&) = default;
};

/// Consecutive indices, for range-based for loops. A small value.
class Indices {
 public:
  class Iterator {
   public:
    explicit Iterator(std::size_t index) : index_(index) {}
    std::size_t operator*() const { return index_; }
    Iterator& operator++() {
      ++index_;
      return *this;
    }
    friend bool operator==(Iterator, Iterator) = default;

   private:
    std::size_t index_;
  };

  /// No indices.
  Indices() = default;
  /// From `first` to one before `end`. Requires first ≤ end.
  Indices(std::size_t first, std::size_t end) : first_(first), end_(end) {}

  Iterator begin() const { return Iterator(first_); }
  Iterator end() const { return Iterator(end_); }
  std::size_t size() const { return end_ - first_; }
  bool empty() const { return first_ == end_; }

 private:
  std::size_t first_ = 0;
  std::size_t end_ = 0;
};

/// The iterations 0 … n − 1 of a loop, in chunks. Chunks differ by at most one iteration, larger ones first,
/// as the tiles of a TiledMatrix with `count()` blocks do. A small value.
class Chunks {
 public:
  /// As few chunks as possible of at most `largest` iterations each. Throws UsageError if `largest` is 0.
  Chunks(std::size_t iterations, std::size_t largest) : blocking_{iterations, 0} {
    if (largest == 0) throw UsageError("chunks: expected at least 1 iteration in a chunk, found 0");
    blocking_.blocks = iterations / largest + (iterations % largest == 0 ? 0 : 1);
  }

  std::size_t iterations() const { return blocking_.size; }
  std::size_t count() const { return blocking_.blocks; }
  /// Requires index < count().
  Chunk operator[](std::size_t index) const {
    const std::size_t begin = blocking_.begin(index);
    return {index, begin, begin + blocking_.length(index)};
  }

  /// The indices of the chunks that contain the iterations of `chunk`, which may belong to another loop, and
  /// up to `reach` iterations on both sides of it: the chunks of this loop that a chunk of a later loop
  /// needs.
  Indices around(const Chunk& chunk, std::size_t reach = 0) const {
    const std::size_t begin = chunk.begin - std::min(chunk.begin, reach);
    const std::size_t end = chunk.end + std::min(reach, iterations() - std::min(iterations(), chunk.end));
    if (begin >= std::min(end, iterations())) return {};
    return {blocking_.block_of(begin), blocking_.block_of(std::min(end, iterations()) - 1) + 1};
  }

 private:
  detail::Blocking blocking_;
};

/// Cuts the iterations into chunks of at most `largest`. Throws UsageError if `largest` is 0.
inline Chunks chunks(std::size_t iterations, std::size_t largest) {
  return {iterations, largest};
}

namespace detail {

/// A loop's kernel for one of its chunks.
template <class Kernel>
struct ChunkKernel {
  Kernel kernel;
  Chunk chunk;

  template <class... Views>
  void operator()(Views&&... views) {
    static_assert(std::invocable<Kernel&, const Chunk&, Views...>,
                  "a loop's kernel must take a Chunk, and one view for each access that has contents, in "
                  "the accesses' order");
    std::invoke(kernel, std::as_const(chunk), std::forward<Views>(views)...);
  }
};

}  // namespace detail

template <class Kernel, class Accesses>
void Runtime::loop(const LoopCall& call, const Chunks& chunks, Kernel&& kernel, Accesses&& accesses) {
  using Plain = std::decay_t<Kernel>;
  static_assert(
      !requires { &Plain::split; } && !requires(Plain & plain) { plain.then(); },
      "a loop's kernel can't have the members `split` and `then`");
  require_workers(call);
  for (std::size_t i = 0; i < chunks.count(); ++i) {
    const Chunk chunk = chunks[i];
    const auto submit_chunk = [&](auto&&... each) {
      submit(call.of_chunk(i, chunk.size()), detail::ChunkKernel<Plain>{kernel, chunk},
             std::forward<decltype(each)>(each)...);
    };
    auto needed = accesses(chunk);
    if constexpr (detail::TaskArgument<decltype(needed)>) {
      submit_chunk(std::move(needed));
    } else {
      std::apply(submit_chunk, std::move(needed));
    }
  }
}

}  // namespace gusset
