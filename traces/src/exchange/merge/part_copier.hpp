#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "clock_relation.hpp"
#include "merged_tables.hpp"
#include "part_file.hpp"

namespace gusset::traces::merge {

/// Copies the rows of parts to a merged recording, chunk by chunk. Its times are ns of the reference clock,
/// and its lanes are the parts' lanes, one part after the other.
class PartCopier {
 public:
  PartCopier(RecordingFile& out, std::uint32_t nodes) : out_(out), nodes_(nodes) {}

  /// Rows that refer to something that does not exist are a flaw; in a part that ends early they are left
  /// out.
  std::optional<Error> copy(PartFile& part, const PartRows& rows, const ClockRelation& clock);
  std::uint64_t tasks() const { return task_count_; }
  /// What was left out.
  std::vector<std::string> notes() const;

 private:
  using Flaw = std::optional<Error>;
  struct Current {
    PartFile* part = nullptr;
    const PartRows* rows = nullptr;
    const ClockRelation* clock = nullptr;
    std::vector<std::uint64_t> numbers;  ///< if the part ends early: its tasks' numbers, sorted
  };
  Flaw collect_numbers();
  Flaw copy_chunk(gus::Section section, std::uint32_t group, gus::DecodedTrace& chunk);
  Flaw tasks(LaneId lane, RecordedTasks& tasks);
  Flaw pauses(LaneId lane, RecordedPauses& pauses);
  Flaw accesses(LaneId lane, RecordedAccesses& accesses);
  Flaw processor(LaneId lane, ProcessorSamples& samples);
  Flaw values(std::uint32_t attribute, std::vector<std::uint64_t>& numbers, const Attribute& rows);
  Flaw samples(std::uint32_t counter, Counter& rows);
  Flaw messages(std::vector<RecordedMessage>& messages);
  Flaw bindings(std::vector<Binding>& bindings);

  bool ends_early() const { return current_.part->damage().has_value(); }
  bool is_lost(std::uint64_t number) const;
  std::int64_t time(std::int64_t ticks) const;
  void convert(std::vector<std::int64_t>& ticks) const;
  Flaw convert_numbers(std::vector<std::uint64_t>& numbers) const;
  LaneId lane_of(std::uint32_t lane) const { return LaneId(current_.rows->first_worker + lane); }

  RecordingFile& out_;
  std::uint32_t nodes_;
  Current current_;
  std::uint64_t task_count_ = 0;
  std::uint64_t left_out_ = 0;
  bool has_numbers_ = false;
  bool has_tasks_without_ = false;
};

}  // namespace gusset::traces::merge
