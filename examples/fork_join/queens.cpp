// Counts the ways to place n queens on n × n squares so that none attacks another. Two levels of tasks place
// the first two; each leaf searches serially.
#include <string>

#include "choices.hpp"

namespace fork_join {
namespace {

/// Counts the ways to complete a board whose first `row` queens are placed. Bits are attacked columns and
/// diagonals.
std::int64_t solutions(std::size_t n, std::size_t row, std::uint32_t columns, std::uint32_t left,
                       std::uint32_t right) {
  if (row == n) return 1;
  std::int64_t sum = 0;
  for (std::uint32_t free = ~(columns | left | right) & ((1u << n) - 1); free != 0; free &= free - 1) {
    const std::uint32_t queen = free & -free;
    sum += solutions(n, row + 1, columns | queen, (left | queen) << 1, (right | queen) >> 1);
  }
  return sum;
}

struct Queens {
  std::size_t n;

  bool is_possible(std::size_t first, std::size_t second) const {
    return first > second + 1 || second > first + 1;
  }
  std::int64_t operator()(std::size_t first, std::size_t second) const {
    if (!is_possible(first, second)) return 0;
    const std::uint32_t a = 1u << first, b = 1u << second;
    return solutions(n, 2, a | b, ((a << 1) | b) << 1, ((a >> 1) | b) >> 1);
  }
  /// About as many boards as the serial search tries.
  double work(std::size_t first, std::size_t second) const {
    double boards = 1.0;
    if (!is_possible(first, second)) return boards;
    for (std::size_t row = 2; row < n; ++row) boards *= 2.6;
    return boards;
  }
  const gusset::TaskType& type() const {
    static const gusset::TaskType queens("queens");
    return queens;
  }
};

// Numbers of solutions for n = 4 … 15 queens (OEIS A000170).
constexpr std::int64_t known[] = {2, 10, 4, 40, 92, 352, 724, 2680, 14200, 73712, 365596, 2279184};

}  // namespace

Outcome queens(gusset::Runtime& runtime, const Settings& settings) {
  Counts counts = two_choices(runtime, settings.rows);
  const Stopwatch stopwatch;
  Choose<Queens>{&runtime, {settings.rows}}.submit(counts(0, 0));
  runtime.wait();
  const double seconds = stopwatch.seconds();
  if (!runtime.has_data()) return {};
  std::int64_t sum = 0;
  for (std::size_t leaf = 0; leaf < counts.rows(); ++leaf) sum += counts.element(leaf, 0);
  return {std::to_string(sum) + " solutions", sum == known[settings.rows - 4], seconds};
}

}  // namespace fork_join
