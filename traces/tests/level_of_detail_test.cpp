// Longer than 400 lines because it contains a second, slow implementation of the whole rule beside the tests
// that compare with it.
#include "gusset/traces/picture/timeline/level_of_detail.hpp"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <random>
#include <thread>

namespace gusset::traces {
namespace {

using ::testing::ElementsAre;
using Texels = std::vector<Texel>;

constexpr TypeId type_of(std::size_t type) {
  return TypeId(type);
}

/// One worker, with spans given one by one.
class LaneBuilder {
 public:
  explicit LaneBuilder(std::size_t types) {
    trace_.types.resize(types);
    trace_.nodes.resize(1);
    trace_.workers.push_back({NodeId(0), "w"});
    trace_.lanes.push_back({WorkerId(0), {}});
  }
  LaneBuilder& run(std::int64_t begin_ns, std::int64_t end_ns, std::size_t type = 0) {
    trace_.lanes[0].spans.push_back(begin_ns, end_ns, TaskId(trace_.tasks.size()), SpanKind::run);
    trace_.tasks.type.push_back(type_of(type));
    return *this;
  }
  LaneBuilder& other(std::int64_t begin_ns, std::int64_t end_ns, SpanKind kind) {
    trace_.lanes[0].spans.push_back(begin_ns, end_ns, {}, kind);
    return *this;
  }
  LaneBuilder& run_without_task(std::int64_t begin_ns, std::int64_t end_ns) {
    return other(begin_ns, end_ns, SpanKind::run);
  }
  std::shared_ptr<const Trace> trace() const { return std::make_shared<const Trace>(trace_); }
  LevelOfDetail level_of_detail() const { return LevelOfDetail(trace()); }
  std::size_t size() const { return trace_.lanes[0].spans.size(); }

 private:
  Trace trace_;
};

Texels texels_of(const LevelOfDetail& level_of_detail, const ColumnGrid& grid, std::size_t columns) {
  Texels out(columns, Texel{9, 9, true, 9});
  level_of_detail.texels(0, grid, out);
  return out;
}

// ---- an independent, slow implementation of the rule ----

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

void expect_equal(const Texel& is, const Texel& should, const std::string& where) {
  EXPECT_EQ(is, should) << where << ": category " << int{is.category} << " height " << int{is.height}
                        << " triangle " << is.triangle << " busy " << int{is.busy} << ", expected category "
                        << int{should.category} << " height " << int{should.height} << " triangle "
                        << should.triangle << " busy " << int{should.busy};
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

struct Shape {
  std::size_t spans = 500;
  std::size_t types = 6;
  std::int64_t mean_length_ns = 700;
  std::int64_t mean_gap_ns = 300;
  double long_share = 0.0;   ///< of spans that are 100 times as long
  double zero_share = 0.0;   ///< of spans of zero length
  double burst_share = 0.0;  ///< of gaps that are 200 times as long
  double nest_share = 0.0;   ///< of spans that contain others
  bool other_kinds = false;
};

class RandomLane {
 public:
  RandomLane(const Shape& shape, std::uint64_t seed) : shape_(shape), random_(seed), lane_(shape.types) {}

  std::shared_ptr<const Trace> trace() {
    std::int64_t now_ns = 0;
    while (lane_.size() < shape_.spans) {
      now_ns += gap_ns();
      now_ns = add(now_ns, length_ns(), 0);
    }
    return lane_.trace();
  }

 private:
  bool chance(double share) { return std::uniform_real_distribution<>(0, 1)(random_) < share; }
  std::int64_t up_to(std::int64_t most) {
    return std::uniform_int_distribution<std::int64_t>(0, most)(random_);
  }
  std::int64_t gap_ns() {
    if (chance(0.3)) return 0;
    return up_to(2 * shape_.mean_gap_ns) * (chance(shape_.burst_share) ? 200 : 1);
  }
  std::int64_t length_ns() {
    if (chance(shape_.zero_share)) return 0;
    return up_to(2 * shape_.mean_length_ns) * (chance(shape_.long_share) ? 100 : 1);
  }
  std::int64_t add(std::int64_t begin_ns, std::int64_t length_ns, int depth) {
    const std::int64_t end_ns = begin_ns + length_ns;
    if (shape_.other_kinds && chance(0.2)) {
      lane_.other(begin_ns, end_ns, chance(0.5) ? SpanKind::wait : SpanKind::steal);
    } else if (shape_.other_kinds && chance(0.1)) {
      lane_.run_without_task(begin_ns, end_ns);
    } else {
      lane_.run(begin_ns, end_ns,
                static_cast<std::size_t>(up_to(static_cast<std::int64_t>(shape_.types) - 1)));
    }
    if (depth > 4 || !chance(shape_.nest_share)) return end_ns;
    for (std::int64_t now_ns = begin_ns + up_to(length_ns / 4); now_ns < end_ns;) {
      const std::int64_t child_ns = std::min(end_ns - now_ns, up_to(length_ns / 3));
      now_ns = add(now_ns, child_ns, depth + 1) + (chance(0.3) ? 0 : up_to(length_ns / 5)) +
               (child_ns == 0 ? 1 : 0);
    }
    return end_ns;
  }

  Shape shape_;
  std::mt19937_64 random_;
  LaneBuilder lane_;
};

class AgainstBruteForce : public ::testing::TestWithParam<std::pair<const char*, Shape>> {};

TEST_P(AgainstBruteForce, TexelsMatch) {
  for (const std::uint64_t seed : {1U, 2U, 3U}) {
    SCOPED_TRACE("seed " + std::to_string(seed));
    std::mt19937_64 random(seed);
    compare_with_naive(RandomLane(GetParam().second, seed).trace(), random);
    if (HasFailure()) return;
  }
}

/// Assigns tasks to random categories, most of them to few.
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
    if (HasFailure()) return;
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
    if (HasFailure()) return;
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

// ---- pictures to check by eye ----

TEST(LevelOfDetail, IdleIsBlank) {
  const auto out = texels_of(LaneBuilder(1).run(100, 200).level_of_detail(), {0, 100.0}, 4);
  EXPECT_EQ(out[0], Texel{});
  EXPECT_NE(out[1], Texel{});
  EXPECT_EQ(out[2], Texel{});
  EXPECT_EQ(out[3], Texel{});
}

TEST(LevelOfDetail, EmptyLaneIsBlank) {
  EXPECT_EQ(texels_of(LaneBuilder(1).level_of_detail(), {-1, 10.0}, 3), Texels(3));
}

TEST(LevelOfDetail, LongTaskIsAFallingTriangle) {
  const auto out = texels_of(LaneBuilder(3).run(0, 1000, 2).level_of_detail(), {0, 250.0}, 5);
  EXPECT_EQ(out[0], (Texel{2, 223, true, 255}));
  EXPECT_EQ(out[1], (Texel{2, 159, true, 255}));
  EXPECT_EQ(out[2], (Texel{2, 96, true, 255}));
  EXPECT_EQ(out[3], (Texel{2, 32, true, 255}));
  EXPECT_EQ(out[4], Texel{});
}

TEST(LevelOfDetail, TasksOfAtLeastThreeColumnsAreTriangles) {
  EXPECT_TRUE(texels_of(LaneBuilder(1).run(0, 300).level_of_detail(), {0, 100.0}, 1)[0].triangle);
  EXPECT_EQ(texels_of(LaneBuilder(1).run(0, 299).level_of_detail(), {0, 100.0}, 1)[0],
            (Texel{0, 255, false, 255}));
}

TEST(LevelOfDetail, TriangleEndingInsideAColumnHasTheExactBusyShare) {
  const auto out = texels_of(LaneBuilder(1).run(0, 360).level_of_detail(), {0, 100.0}, 4);
  EXPECT_EQ(out[3], (Texel{0, 8, true, 153}));
}

TEST(LevelOfDetail, ShortTasksGiveABarOfTheBusyShareInTheMainColour) {
  const auto out =
      texels_of(LaneBuilder(3).run(10, 20, 2).run(20, 25, 1).run(60, 65, 1).run(70, 75, 0).level_of_detail(),
                {0, 100.0}, 1);
  EXPECT_EQ(out[0], (Texel{1, 64, false, 64}));  // 25 of 100 ns; a tie of types 1 and 2
}

TEST(LevelOfDetail, TaskMuchShorterThanAColumnIsVisible) {
  EXPECT_EQ(texels_of(LaneBuilder(1).run(500, 501).level_of_detail(), {0, 1e6}, 1)[0],
            (Texel{0, 1, false, 1}));
}

TEST(LevelOfDetail, ZeroLengthTaskIsVisible) {
  const auto lod = LaneBuilder(4).run(500, 500, 3).run(500, 500, 1).level_of_detail();
  const auto out = texels_of(lod, {0, 100.0}, 7);
  EXPECT_EQ(out[5], (Texel{3, 1, false, 1}));
  EXPECT_EQ(out[4], Texel{});
  EXPECT_EQ(out[6], Texel{});
  EXPECT_EQ(texels_of(lod, {50000, 0.01}, 1)[0], (Texel{3, 1, false, 1}));
  EXPECT_EQ(lod.span_at(0, 500), std::nullopt);
}

TEST(LevelOfDetail, NestedTaskReplacesItsParent) {
  const auto lod = LaneBuilder(2).run(0, 1000, 0).run(400, 700, 1).level_of_detail();
  const auto out = texels_of(lod, {0, 100.0}, 10);
  EXPECT_EQ(out[3], (Texel{0, 166, true, 255}));
  EXPECT_EQ(out[4], (Texel{1, 212, true, 255}));
  EXPECT_EQ(out[7], (Texel{0, 64, true, 255}));
  EXPECT_EQ(lod.span_at(0, 399), 0U);
  EXPECT_EQ(lod.span_at(0, 400), 1U);
  EXPECT_EQ(lod.span_at(0, 700), 0U);
  EXPECT_THAT(lod.busy_ns(0, 0, 1000), ElementsAre(700, 300));
}

TEST(LevelOfDetail, WaitingInsideATaskIsIdle) {
  const auto lod = LaneBuilder(1).run(0, 1000).other(400, 600, SpanKind::wait).level_of_detail();
  const auto out = texels_of(lod, {0, 100.0}, 10);
  EXPECT_EQ(out[4], Texel{});
  EXPECT_EQ(out[5], Texel{});
  EXPECT_TRUE(out[6].triangle);
  EXPECT_EQ(lod.span_at(0, 500), std::nullopt);
  EXPECT_THAT(lod.busy_ns(0, 350, 650), ElementsAre(100));
}

TEST(LevelOfDetail, SubmittingInsideATaskIsBusy) {
  const auto with = LaneBuilder(1).run(0, 1000).other(400, 600, SpanKind::submit).level_of_detail();
  const auto without = LaneBuilder(1).run(0, 1000).level_of_detail();
  EXPECT_EQ(texels_of(with, {0, 100.0}, 10), texels_of(without, {0, 100.0}, 10));
  EXPECT_EQ(with.span_at(0, 500), 0U);
  EXPECT_THAT(with.busy_ns(0, 350, 650), ElementsAre(300));
  EXPECT_EQ(with.pieces(0, 0, 1000, 1, 1), without.pieces(0, 0, 1000, 1, 1));
}

TEST(LevelOfDetail, WaitsAndStealsBetweenRunsAreBlank) {
  const auto with = LaneBuilder(1)
                        .other(0, 100, SpanKind::wait)
                        .run(100, 300)
                        .other(300, 400, SpanKind::steal)
                        .other(400, 500, SpanKind::wait)
                        .run(500, 600)
                        .level_of_detail();
  const auto without = LaneBuilder(1).run(100, 300).run(500, 600).level_of_detail();
  EXPECT_EQ(texels_of(with, {0, 50.0}, 14), texels_of(without, {0, 50.0}, 14));
  EXPECT_EQ(texels_of(with, {0, 50.0}, 2), Texels(2));
  EXPECT_EQ(with.categories(), 1U) << "waits and steals without a task need no colour";
}

TEST(LevelOfDetail, OtherSpanKindsAreIdle) {
  const auto lod =
      LaneBuilder(1).other(0, 100, SpanKind::submit).other(100, 200, SpanKind::steal).level_of_detail();
  EXPECT_EQ(texels_of(lod, {0, 50.0}, 4), Texels(4));
}

TEST(LevelOfDetail, RunsWithoutATaskHaveASeparateCategory) {
  const auto lod = LaneBuilder(2).run_without_task(0, 100).run(100, 200, 1).level_of_detail();
  EXPECT_EQ(lod.categories(), 3U);
  EXPECT_EQ(texels_of(lod, {0, 10.0}, 1)[0].category, 2);
  EXPECT_THAT(lod.busy_ns(0, 0, 200), ElementsAre(0, 100, 100));
  EXPECT_EQ(LaneBuilder(2).run(0, 1).level_of_detail().categories(), 2U);
}

TEST(LevelOfDetail, PanningByWholeColumnsKeepsColumns) {
  const auto lod = LevelOfDetail(RandomLane({.spans = 400}, 5).trace());
  const auto all = texels_of(lod, {-10, 333.3}, 200);
  for (std::int64_t pan = 0; pan < 150; pan += 7) {
    const auto part = texels_of(lod, {-10 + pan, 333.3}, 50);
    EXPECT_TRUE(std::equal(part.begin(), part.end(), all.begin() + pan)) << pan;
  }
}

TEST(LevelOfDetail, TimesOutsideTheTraceAreBlank) {
  const auto lod = LaneBuilder(1).run(0, 100).level_of_detail();
  for (const std::int64_t first :
       {std::int64_t{-5}, std::int64_t{101}, std::int64_t{1} << 40, std::int64_t{1} << 62,
        -(std::int64_t{1} << 62), std::numeric_limits<std::int64_t>::max(),
        std::numeric_limits<std::int64_t>::min()}) {
    EXPECT_EQ(texels_of(lod, {first, 1.0}, 5), Texels(5)) << first;
    EXPECT_EQ(texels_of(lod, {first < 0 ? first : first / 100 + 101, 1e300}, 5), Texels(5)) << first;
  }
  EXPECT_EQ(lod.span_at(0, std::numeric_limits<std::int64_t>::min()), std::nullopt);
  EXPECT_EQ(lod.span_at(0, std::numeric_limits<std::int64_t>::max()), std::nullopt);
}

TEST(LevelOfDetail, TimesUpTo2To62DoNotOverflow) {
  const std::int64_t end_ns = std::int64_t{1} << 62;
  const auto lod = LaneBuilder(2).run(0, end_ns / 2, 0).run(end_ns / 2, end_ns, 1).level_of_detail();
  EXPECT_THAT(
      lod.busy_ns(0, std::numeric_limits<std::int64_t>::min(), std::numeric_limits<std::int64_t>::max()),
      ElementsAre(end_ns / 2, end_ns / 2));
  const auto out = texels_of(lod, {0, 0x1p60}, 5);
  EXPECT_EQ(out[0], (Texel{0, 255, false, 255}));
  EXPECT_EQ(out[3], (Texel{1, 255, false, 255}));
  EXPECT_EQ(out[4], Texel{});
  EXPECT_EQ(texels_of(lod, {0, 0x1p63}, 1)[0], (Texel{0, 255, false, 255}));
}

TEST(LevelOfDetail, BusyTimeOfAnEmptyOrReversedIntervalIsZero) {
  const auto lod = LaneBuilder(1).run(0, 100).level_of_detail();
  EXPECT_THAT(lod.busy_ns(0, 50, 50), ElementsAre(0));
  EXPECT_THAT(lod.busy_ns(0, 60, 50), ElementsAre(0));
  EXPECT_THAT(lod.busy_ns(0, -100, 50), ElementsAre(50));
}

TEST(LevelOfDetail, BusyTimeIsAddedToSums) {
  const auto lod = LaneBuilder(2).run(0, 100, 1).level_of_detail();
  std::vector<std::int64_t> sums{5, 7, 9};
  lod.add_busy_ns(0, 0, 30, sums);
  EXPECT_THAT(sums, ElementsAre(5, 37, 9));
}

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

TEST(LevelOfDetail, EveryLaneIsARowForAnyThreadCount) {
  Trace trace = *RandomLane({.spans = 200}, 1).trace();
  for (std::uint64_t seed = 2; seed < 20; ++seed) {
    Lane lane = RandomLane({.spans = 200}, seed).trace()->lanes[0];
    trace.lanes.push_back(std::move(lane));
  }
  trace.lanes.emplace_back();
  const auto shared = std::make_shared<const Trace>(std::move(trace));
  const LevelOfDetail one(shared, 1);
  const LevelOfDetail four(shared, 4);
  ASSERT_EQ(four.rows(), 20U);
  EXPECT_EQ(&four.trace(), shared.get());
  for (std::size_t row = 0; row < four.rows(); ++row) {
    Texels a(300), b(300);
    one.texels(row, {0, 997.0}, a);
    four.texels(row, {0, 997.0}, b);
    EXPECT_EQ(a, b);
  }
}

TEST(LevelOfDetail, TexelsAreThreadSafe) {
  const LevelOfDetail lod(RandomLane({.spans = 2000}, 3).trace());
  const Texels expected = texels_of(lod, {0, 1000.0}, 500);
  std::vector<Texels> out(4, Texels(500));
  {
    std::vector<std::jthread> threads;
    for (Texels& texels : out) threads.emplace_back([&] { lod.texels(0, {0, 1000.0}, texels); });
  }
  for (const Texels& texels : out) EXPECT_EQ(texels, expected);
}

TEST(LevelOfDetail, LaneWithoutNestingIsNotCopied) {
  const std::size_t spans = 20000;
  LaneBuilder flat(4);
  for (std::size_t i = 0; i < spans; ++i) {
    const auto begin_ns = static_cast<std::int64_t>(10 * i);
    flat.run(begin_ns, begin_ns + 8, i % 4);
  }
  EXPECT_LT(flat.level_of_detail().memory_bytes(), spans * 4);
  flat.other(10 * std::int64_t{spans}, 10 * std::int64_t{spans} + 5, SpanKind::wait);
  EXPECT_GT(flat.level_of_detail().memory_bytes(), spans * 20);
}

}  // namespace
}  // namespace gusset::traces
