// Sorts numbers: each leaf is sorted, then a bitonic network of merges of two leaves [Batcher 1968] orders
// them. Which leaves a merge accesses does not depend on the numbers, so simulations divide as runs do.
//
//     sort(X) = sort(X0), sort(X1), flip(X0, X1), clean(X0), clean(X1)
#include <algorithm>
#include <vector>

#include "halves.hpp"

namespace fork_join {
namespace {

/// Leaves the lower half of both sorted leaves' numbers in the first.
void merge_split(Out low, Out high) {
  std::vector<double> all(low.rows + high.rows);
  std::merge(low.data, low.data + low.rows, high.data, high.data + high.rows, all.begin());
  const auto middle = all.begin() + static_cast<std::ptrdiff_t>(low.rows);
  std::copy(all.begin(), middle, low.data);
  std::copy(middle, all.end(), high.data);
}

/// Merges leaf i of the first part with leaf i of the second or, if flipped, with the second's i-th from the
/// end.
struct Exchange {
  gusset::Runtime* runtime;
  bool is_flipped;

  void operator()(Out low, Out high) const { merge_split(low, high); }
  void split(gusset::TileParts<double> low, gusset::TileParts<double> high) const {
    for (std::size_t i = 0; i < 2; ++i) submit(low(i, 0), high(is_flipped ? 1 - i : i, 0));
  }
  void submit(const gusset::TileReference<double>& low, const gusset::TileReference<double>& high) const {
    static const gusset::TaskType type("exchange");
    runtime->submit(type(static_cast<double>(low.rows() + high.rows())), *this, write(low), write(high));
  }
};

/// Sorts a part whose leaves are sorted, and whose numbers are a bitonic sequence of leaves.
struct Clean {
  gusset::Runtime* runtime;

  void operator()(Out) const { std::abort(); }  // a leaf is sorted, so no task cleans it
  void split(gusset::TileParts<double> part) const {
    Exchange{runtime, false}.submit(part(0, 0), part(1, 0));
    for (std::size_t i = 0; i < 2; ++i) submit(part(i, 0));
  }
  void submit(const gusset::TileReference<double>& part) const {
    static const gusset::TaskType type("clean");
    if (part.has_parts()) runtime->submit(type(0.0), *this, write(part));
  }
};

struct Sort {
  gusset::Runtime* runtime;

  void operator()(Out leaf) const { std::sort(leaf.data, leaf.data + leaf.rows); }
  void split(gusset::TileParts<double> part) const {
    for (std::size_t i = 0; i < 2; ++i) submit(part(i, 0));
    Exchange{runtime, true}.submit(part(0, 0), part(1, 0));
    for (std::size_t i = 0; i < 2; ++i) Clean{runtime}.submit(part(i, 0));
  }
  void submit(const gusset::TileReference<double>& part) const {
    static const gusset::TaskType type("sort");
    const auto numbers = static_cast<double>(part.rows());
    runtime->submit(type(part.has_parts() ? 0.0 : numbers * std::log2(numbers + 1.0)), *this, write(part));
  }
};

}  // namespace

Outcome sort(gusset::Runtime& runtime, const Settings& settings) {
  Settings column = settings;
  column.columns = 1;
  Matrix numbers = halved_matrix(runtime, "numbers", column);
  fill(numbers, value_at);
  const Stopwatch stopwatch;
  Sort{&runtime}.submit(numbers(0, 0));
  runtime.wait();
  const double seconds = stopwatch.seconds();
  if (!runtime.has_data()) return {};
  std::vector<double> expected;
  for (std::size_t i = 0; i < settings.rows; ++i) expected.push_back(value_at(i, 0));
  std::sort(expected.begin(), expected.end());
  return compared(numbers, expected, seconds);
}

}  // namespace fork_join
