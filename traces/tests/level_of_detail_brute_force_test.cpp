// Compares texels with an independent, slow implementation of the rule.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>

#include "lane_builder.hpp"
#include "sanitized.hpp"

namespace gusset::traces {
namespace {

using testing::LaneBuilder;
using testing::RandomLane;
using testing::Texels;
using testing::texels_of;
using Shape = testing::LaneShape;

/// What a lane shows between two adjacent starts or ends of spans.
struct Stretch {
  std::int64_t begin_ns, end_ns;
  std::size_t span;
};

class Naive {
 public:
  explicit Naive(const Trace& trace, const Colouring* colouring = nullptr, const TaskSet* shown = nullptr)
      : trace_(trace), spans_(trace.lanes[0].spans), colouring_(colouring), shown_(shown) {
    std::vector<std::int64_t> times = spans_.begin_ns;
    times.insert(times.end(), spans_.end_ns.begin(), spans_.end_ns.end());
    std::sort(times.begin(), times.end());
    times.erase(std::unique(times.begin(), times.end()), times.end());
    for (std::size_t i = 0; i + 1 < times.size(); ++i) {
      std::size_t innermost = spans_.size();
      for (std::size_t s = 0; s < spans_.size(); ++s) {
        if (spans_.begin_ns[s] <= times[i] && spans_.end_ns[s] >= times[i + 1]) innermost = s;
      }
      if (innermost == spans_.size() || !counts(innermost)) continue;
      if (!stretches_.empty() && stretches_.back().span == innermost &&
          stretches_.back().end_ns == times[i]) {
        stretches_.back().end_ns = times[i + 1];
      } else {
        stretches_.push_back({times[i], times[i + 1], innermost});
      }
    }
  }

  std::size_t category(std::size_t span) const {
    const TaskId task = spans_.task[span];
    const std::size_t of_tasks = colouring_ ? colouring_->categories().size() : trace_.types.size();
    if (task.is_none()) return std::min<std::size_t>(255, of_tasks);
    if (colouring_) return colouring_->category(task);
    return trace_.tasks.type[task.value()].value() % 256;
  }

  std::vector<std::int64_t> busy_ns(std::int64_t begin_ns, std::int64_t end_ns) const {
    std::vector<std::int64_t> sums(256, 0);
    for (const Stretch& s : stretches_) {
      sums[category(s.span)] +=
          std::max<std::int64_t>(0, std::min(s.end_ns, end_ns) - std::max(s.begin_ns, begin_ns));
    }
    return sums;
  }

  std::optional<std::size_t> span_at(std::int64_t time_ns) const {
    for (const Stretch& s : stretches_) {
      if (s.begin_ns <= time_ns && time_ns < s.end_ns) return s.span;
    }
    return std::nullopt;
  }

  Texel texel(const ColumnGrid& grid, std::size_t column) const {
    const double c = static_cast<double>(grid.first_column) + static_cast<double>(column);
    const auto begin_ns = static_cast<std::int64_t>(std::floor(c * grid.ns_per_column));
    const auto end_ns =
        std::max(static_cast<std::int64_t>(std::floor((c + 1) * grid.ns_per_column)), begin_ns + 1);
    std::vector<Stretch> inside;
    for (const Stretch& s : stretches_) {
      if (s.begin_ns < end_ns && s.end_ns > begin_ns) inside.push_back(s);
    }
    if (inside.empty()) return instant(begin_ns, end_ns);
    const std::vector<std::int64_t> sums = busy_ns(begin_ns, end_ns);
    std::int64_t busy_ns = 0;
    for (const std::int64_t sum : sums) busy_ns += sum;
    Texel texel;
    texel.category = static_cast<std::uint8_t>(std::max_element(sums.begin(), sums.end()) - sums.begin());
    // Rounds to nearest by search: finds the largest share whose lower bound, share − 1/2, is reached.
    for (int share = 1; share <= 255; ++share) {
      if ((2 * share - 1) * (end_ns - begin_ns) <= 510 * busy_ns)
        texel.busy = static_cast<std::uint8_t>(share);
    }
    texel.busy = std::max<std::uint8_t>(texel.busy, 1);
    texel.height = texel.busy;
    const std::int64_t span_begin_ns = spans_.begin_ns[inside[0].span];
    const std::int64_t span_end_ns = spans_.end_ns[inside[0].span];
    const auto length_ns = static_cast<double>(span_end_ns - span_begin_ns);
    if (inside.size() == 1 && length_ns >= 3 * grid.ns_per_column) {
      double time_ns = (c + 0.5) * grid.ns_per_column;
      time_ns = std::max(time_ns, static_cast<double>(span_begin_ns));
      time_ns = std::min(time_ns, static_cast<double>(span_end_ns));
      texel.triangle = true;
      texel.height = static_cast<std::uint8_t>(
          1 + std::floor(254 * (static_cast<double>(span_end_ns) - time_ns) / length_ns));
    }
    return texel;
  }

  const std::vector<Stretch>& stretches() const { return stretches_; }

 private:
  bool counts(std::size_t span) const {
    const TaskId task = spans_.task[span];
    return spans_.kind[span] == SpanKind::run &&
           (shown_ == nullptr || (!task.is_none() && (*shown_)[task.value()]));
  }

  Texel instant(std::int64_t begin_ns, std::int64_t end_ns) const {
    for (std::size_t s = 0; s < spans_.size(); ++s) {
      if (counts(s) && spans_.begin_ns[s] == spans_.end_ns[s] && spans_.begin_ns[s] >= begin_ns &&
          spans_.begin_ns[s] < end_ns) {
        return {static_cast<std::uint8_t>(category(s)), 1, false, 1};
      }
    }
    return {};
  }

  const Trace& trace_;
  const SpanColumns& spans_;
  const Colouring* colouring_;
  const TaskSet* shown_;
  std::vector<Stretch> stretches_;
};

void expect_equal(const Texel& found, const Texel& expected, const std::string& where) {
  EXPECT_EQ(found, expected) << where << ": category " << int{found.category} << " height "
                             << int{found.height} << " triangle " << found.triangle << " busy "
                             << int{found.busy} << ", expected category " << int{expected.category}
                             << " height " << int{expected.height} << " triangle " << expected.triangle
                             << " busy " << int{expected.busy};
}

void expect_conserved(const LevelOfDetail& level_of_detail, const ColumnGrid& grid, std::size_t columns) {
  if (grid.ns_per_column < 1) return;  // columns share nanoseconds there
  const auto edge_ns = [&](std::size_t c) {
    return static_cast<std::int64_t>(std::floor(grid.time_from_column(static_cast<double>(c))));
  };
  std::vector<std::int64_t> sums(level_of_detail.categories(), 0);
  for (std::size_t c = 0; c < columns; ++c) level_of_detail.add_busy_ns(0, edge_ns(c), edge_ns(c + 1), sums);
  EXPECT_EQ(sums, level_of_detail.busy_ns(0, edge_ns(0), edge_ns(columns)));
}

/// Compares every texel, span_at and busy_ns at many zooms and pans.
void compare_with_naive(const std::shared_ptr<const Trace>& trace, std::mt19937_64& random,
                        const Colouring* colouring = nullptr, const TaskSet* shown = nullptr) {
  const LevelOfDetail level_of_detail(trace, 1, colouring, shown);
  const Naive naive(*trace, colouring, shown);
  const SpanColumns& spans = trace->lanes[0].spans;
  const std::int64_t end_ns =
      spans.size() == 0 ? 1000 : *std::max_element(spans.end_ns.begin(), spans.end_ns.end());
  const std::size_t columns = 150;
  for (const double zoom : {40.0, 2.0, 1.0, 0.31, 0.1, 0.017, 3e-3, 2e-4, 1e-6}) {
    ColumnGrid grid{0, static_cast<double>(end_ns) * zoom / static_cast<double>(columns)};
    for (int pan = 0; pan < 5; ++pan) {
      const double last_column = static_cast<double>(end_ns) / grid.ns_per_column;
      grid.first_column =
          pan == 0 ? -20
                   : static_cast<std::int64_t>(last_column * static_cast<double>(random() % 1000) / 1000);
      const Texels out = texels_of(level_of_detail, grid, columns);
      for (std::size_t c = 0; c < columns; ++c) {
        expect_equal(out[c], naive.texel(grid, c),
                     "zoom " + std::to_string(zoom) + " first " + std::to_string(grid.first_column) +
                         " column " + std::to_string(c));
        if (::testing::Test::HasFailure()) return;
      }
      expect_conserved(level_of_detail, grid, columns);
      const auto from_ns = static_cast<std::int64_t>(grid.time_from_column(0));
      const auto to_ns = static_cast<std::int64_t>(grid.time_from_column(static_cast<double>(columns)));
      std::vector<std::int64_t> busy_ns = level_of_detail.busy_ns(0, from_ns, to_ns);
      busy_ns.resize(256);
      EXPECT_EQ(busy_ns, naive.busy_ns(from_ns, to_ns));
      EXPECT_EQ(level_of_detail.span_at(0, from_ns), naive.span_at(from_ns));
      EXPECT_EQ(level_of_detail.span_at(0, to_ns), naive.span_at(to_ns));
    }
  }
}

class AgainstBruteForce : public ::testing::TestWithParam<std::pair<const char*, Shape>> {};

TEST_P(AgainstBruteForce, TexelsMatch) {
  for (const std::uint64_t seed : {1U, 2U, 3U}) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    std::mt19937_64 random(seed);
    compare_with_naive(RandomLane(GetParam().second, seed).trace(), random);
    if (HasFailure() || is_sanitized) return;
  }
}

/// Assigns tasks to random categories, most tasks to a few of them.
Colouring random_colouring(const Trace& trace, std::mt19937_64& random) {
  const std::size_t categories = random() % 2 == 0 ? Colouring::max_categories : 5;
  std::vector<std::uint8_t> of_tasks;
  for (std::size_t task = 0; task < trace.tasks.size(); ++task)
    of_tasks.push_back(static_cast<std::uint8_t>(std::min(random() % categories, random() % categories)));
  return {"random", std::vector<Colouring::Category>(categories), std::move(of_tasks)};
}

TEST_P(AgainstBruteForce, TexelsOfAColouringMatch) {
  for (const std::uint64_t seed : {4U, 5U}) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    std::mt19937_64 random(seed);
    const auto trace = RandomLane(GetParam().second, seed).trace();
    const Colouring colouring = random_colouring(*trace, random);
    compare_with_naive(trace, random, &colouring);
    if (HasFailure() || is_sanitized) return;
  }
}

TEST_P(AgainstBruteForce, TexelsOfAFilterMatch) {
  for (const std::uint64_t seed : {6U, 7U, 8U}) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    std::mt19937_64 random(seed);
    const auto trace = RandomLane(GetParam().second, seed).trace();
    const Colouring colouring = random_colouring(*trace, random);
    TaskSet shown(trace->tasks.size());
    const std::uint64_t rarity = 1 + seed % 3 * 4;  // all, one in five, one in nine
    for (std::size_t task = 0; task < shown.size(); ++task) shown[task] = random() % rarity == 0;
    compare_with_naive(trace, random, seed % 2 == 0 ? &colouring : nullptr, &shown);
    if (HasFailure() || is_sanitized) return;
  }
}

INSTANTIATE_TEST_SUITE_P(
    LevelOfDetail, AgainstBruteForce,
    ::testing::Values(
        std::pair{"Dense", Shape{.spans = 1500, .mean_gap_ns = 10}},
        std::pair{"Sparse", Shape{.spans = 100, .mean_gap_ns = 50000}},
        std::pair{"Bursty", Shape{.spans = 1000, .mean_gap_ns = 50, .long_share = 0.02, .burst_share = 0.02}},
        std::pair{"Nested", Shape{.spans = 800, .nest_share = 0.6}},
        std::pair{"NestedWithWaits", Shape{.spans = 800, .nest_share = 0.6, .other_kinds = true}},
        std::pair{"ZeroLength", Shape{.spans = 600, .zero_share = 0.5, .nest_share = 0.1}},
        std::pair{"OnlyZeroLength", Shape{.spans = 80, .mean_gap_ns = 3000, .zero_share = 1.0}},
        std::pair{"SingleTask", Shape{.spans = 1}},
        std::pair{"ManyTypes", Shape{.spans = 1500, .types = 300, .mean_gap_ns = 10}},
        std::pair{"ManyTypesWithoutTask", Shape{.spans = 500, .types = 300, .other_kinds = true}},
        std::pair{"WholeBlocks", Shape{.spans = 1024, .types = 1, .mean_gap_ns = 5}}),
    [](const auto& shape) { return std::string(shape.param.first); });

TEST(LevelOfDetail, PiecesAreLongEnoughAndSorted) {
  const auto trace =
      RandomLane({.spans = 1200, .long_share = 0.05, .nest_share = 0.3, .other_kinds = true}, 11).trace();
  const LevelOfDetail lod(trace);
  const Naive naive(*trace, 0);
  const SpanColumns& spans = trace->lanes[0].spans;
  const std::int64_t from_ns = spans.begin_ns.back() / 10;
  const std::int64_t to_ns = spans.begin_ns.back() / 10 * 9;
  for (const std::int64_t min_ns : {0, 100, 500, 3000}) {
    std::vector<Piece> expected;
    for (const Stretch& s : naive.stretches()) {
      if (s.end_ns <= from_ns || s.begin_ns >= to_ns || s.end_ns - s.begin_ns < min_ns) continue;
      if (spans.end_ns[s.span] - spans.begin_ns[s.span] < 3 * min_ns) continue;
      expected.push_back({s.begin_ns, s.end_ns, s.span, static_cast<std::uint8_t>(naive.category(s.span))});
    }
    EXPECT_EQ(lod.pieces(0, from_ns, to_ns, min_ns, 3 * min_ns), expected) << min_ns;
    EXPECT_FALSE(expected.empty());
  }
  EXPECT_TRUE(lod.pieces(0, 10, 10, 0, 0).empty());
  EXPECT_TRUE(LaneBuilder(1).level_of_detail().pieces(0, 0, 10, 0, 0).empty());
}

}  // namespace
}  // namespace gusset::traces
