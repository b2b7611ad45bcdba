#pragma once
#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "gusset/traces/model/nesting.hpp"
#include "gusset/traces/model/trace.hpp"
#include "gusset/traces/picture/timeline/level_of_detail.hpp"

namespace gusset::traces::lod {

/// Selects the runs of a lane that count.
struct RunFilter {
  const TaskSet* shown = nullptr;    ///< only runs of these tasks; null: all tasks
  const Nesting* nesting = nullptr;  ///< only runs of one depth, where runs nest; null: any depth
  std::size_t depth = 0;
  LaneId lane = {};

  bool takes_all() const { return shown == nullptr && nesting == nullptr; }
  bool takes_none() const { return nesting != nullptr && nesting->depths(lane) == 1; }
  bool takes(const SpanColumns& spans, std::size_t run) const {
    if (nesting != nullptr && nesting->depth(lane, run) != depth) return false;
    return shown == nullptr || (!spans.task[run].is_none() && (*shown)[spans.task[run].value()]);
  }
};

/// The exclusive pieces of a lane's run spans in columns, disjoint and sorted by start. A lane of only runs
/// that do not nest is not copied: the columns then refer to the trace.
class Pieces {
 public:
  /// Makes the pieces of the runs that count.
  Pieces(const SpanColumns& spans, const RunFilter& filter);
  Pieces(Pieces&&) = default;  // moving a vector keeps its buffer, so the views stay valid
  Pieces(const Pieces&) = delete;

  std::size_t size() const { return begin_ns_.size(); }
  std::int64_t begin_ns(std::size_t piece) const { return begin_ns_[piece]; }
  std::int64_t end_ns(std::size_t piece) const { return end_ns_[piece]; }
  std::int64_t length_ns(std::size_t piece) const { return end_ns_[piece] - begin_ns_[piece]; }
  std::size_t span(std::size_t piece) const { return copied_ ? own_span_[piece] : piece; }
  void prefetch(std::size_t piece) const {
    __builtin_prefetch(&begin_ns_[piece]);
    __builtin_prefetch(&end_ns_[piece]);
  }

  /// Run spans of zero length, sorted by time, as indices into the lane.
  const std::vector<std::size_t>& instants() const { return instants_; }
  std::size_t memory_bytes() const;

 private:
  bool is_flat(const SpanColumns& spans) const;
  void flatten(const SpanColumns& spans, const RunFilter& filter);

  std::span<const std::int64_t> begin_ns_;
  std::span<const std::int64_t> end_ns_;
  bool copied_ = false;
  std::vector<std::int64_t> own_begin_ns_;
  std::vector<std::int64_t> own_end_ns_;
  std::vector<std::uint32_t> own_span_;
  std::vector<std::size_t> instants_;
};

}  // namespace gusset::traces::lod
