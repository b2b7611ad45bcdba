#pragma once
#include <cstddef>
#include <cstdint>
#include <vector>

#include "halves.hpp"

// Trees of choices, for programs without data: a part of a column of numbers represents a node of the tree,
// its parts are the next choices, and leaves hold results.
namespace fork_join {

using Counts = gusset::TiledMatrix<std::int64_t>;

/// A column with one number for each of `choices` × `choices` leaves.
inline Counts two_choices(gusset::Runtime& runtime, std::size_t choices) {
  return Counts::full(runtime, "results", choices * choices, 1, gusset::Blocks{1, choices, choices},
                      gusset::Blocks{1, 1, 1});
}

/// Calls `search(first, second)` with the choices that lead to each leaf, and stores what it returns.
/// `search` must not throw.
template <class Search>
struct Choose {
  gusset::Runtime* runtime;
  Search search;
  std::size_t path[2] = {};
  std::size_t depth = 0;

  void operator()(gusset::Tile<std::int64_t> result) const { result(0, 0) = search(path[0], path[1]); }
  void split(gusset::TileParts<std::int64_t> parts) const {
    for (std::size_t i = 0; i < parts.rows(); ++i) {
      Choose next = *this;
      next.path[depth] = i;
      ++next.depth;
      next.submit(parts(i, 0));
    }
  }
  void submit(const gusset::TileReference<std::int64_t>& part) const {
    static const gusset::TaskType choose("choose");
    runtime->submit(part.has_parts() ? choose(0.0) : search.type()(search.work(path[0], path[1])), *this,
                    write(part));
  }
};

}  // namespace fork_join
