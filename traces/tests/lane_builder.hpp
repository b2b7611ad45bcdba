#pragma once
#include <algorithm>
#include <memory>
#include <random>
#include <vector>

#include "gusset/traces/picture/timeline/level_of_detail.hpp"

namespace gusset::traces::testing {

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
    trace_.tasks.type.push_back(TypeId(type));
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

using Texels = std::vector<Texel>;

inline Texels texels_of(const LevelOfDetail& level_of_detail, const ColumnGrid& grid, std::size_t columns) {
  Texels out(columns, Texel{9, 9, true, 9});
  level_of_detail.texels(0, grid, out);
  return out;
}

/// What RandomLane makes.
struct LaneShape {
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

/// A lane of random spans.
class RandomLane {
 public:
  RandomLane(const LaneShape& shape, std::uint64_t seed) : shape_(shape), random_(seed), lane_(shape.types) {}

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

  LaneShape shape_;
  std::mt19937_64 random_;
  LaneBuilder lane_;
};

}  // namespace gusset::traces::testing
