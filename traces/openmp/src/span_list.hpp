#pragma once
#include <cstdint>
#include <limits>
#include <unordered_map>

#include "gusset/traces/model/trace.hpp"
#include "storage/scratch.hpp"

namespace gusset::ompt {

/// The spans of one lane in order of their begins, in 16 bytes each.
class SpanList {
 public:
  enum class Kind : std::uint8_t {
    run,
    wait,        ///< nothing is known of what it waited for
    taskwait,    ///< a wait for the tasks that the waiting task had created
    known_wait,  ///< a wait of another kind, about which more is known
  };
  struct Span {
    std::int64_t begin_ns = 0;
    std::int64_t end_ns = 0;
    traces::TaskId task;
    Kind kind = Kind::run;
  };

  explicit SpanList(Scratch& scratch) : rows_(scratch) {}

  /// Adds a span without length. `begin_ns` fits into 56 bits and is at least 0. Returns the span's index.
  std::uint64_t begin(std::int64_t begin_ns, traces::TaskId task, Kind kind) {
    return rows_.push_back(
        {static_cast<std::uint64_t>(begin_ns) << kind_bits | static_cast<std::uint64_t>(kind), task, 0});
  }
  /// Sets the end of a span that begins at `begin_ns`; `end_ns` must not be earlier.
  void end(std::uint64_t span, std::int64_t begin_ns, std::int64_t end_ns) {
    const std::int64_t length_ns = end_ns - begin_ns;
    const bool is_long = length_ns >= long_length;
    rows_.edit(span).length_ns = is_long ? long_length : static_cast<std::uint32_t>(length_ns);
    if (is_long) long_lengths_ns_[span] = length_ns;
  }

  std::uint64_t size() const { return rows_.size(); }
  Span get(std::uint64_t span) {
    const Row row = rows_.get(span);
    const auto begin_ns = static_cast<std::int64_t>(row.begin_and_kind >> kind_bits);
    const std::int64_t length_ns =
        row.length_ns == long_length ? long_lengths_ns_.at(span) : std::int64_t{row.length_ns};
    return {begin_ns, begin_ns + length_ns, row.task,
            static_cast<Kind>(row.begin_and_kind & ((1U << kind_bits) - 1))};
  }

 private:
  static constexpr int kind_bits = 8;
  static constexpr std::uint32_t long_length = std::numeric_limits<std::uint32_t>::max();  ///< 4.3 s
  struct Row {
    std::uint64_t begin_and_kind = 0;
    traces::TaskId task;
    std::uint32_t length_ns = 0;  ///< or long_length
  };
  static_assert(sizeof(Row) == 16);

  ScratchArray<Row> rows_;
  std::unordered_map<std::uint64_t, std::int64_t> long_lengths_ns_;  ///< by span; there are few
};

}  // namespace gusset::ompt
