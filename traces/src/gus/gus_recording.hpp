#pragma once
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "gusset/base/result.hpp"
#include "gusset/traces/gus/gus.hpp"
#include "gusset/traces/gus/recording_file.hpp"

namespace gusset::traces::gus {

struct DecodedTrace;

/// The decoded chunks of a recording, which identify tasks by number.
struct Recording {
  struct Lane {
    RecordedTasks tasks;
    RecordedPauses pauses;
    RecordedAccesses accesses;
    ProcessorSamples processor;
  };
  struct ClockSample {
    std::int64_t ticks = 0;
    std::int64_t ns = 0;
  };
  std::vector<Lane> lanes;
  std::vector<ClockSample> clock;
  std::vector<std::vector<std::uint64_t>> value_numbers;  ///< per attribute: task numbers of its values
  std::vector<RecordedMessage> messages;                  ///< both ends of each, or one
  std::vector<ClockComparison> comparisons;
  std::vector<std::string> notes;
};

/// How to treat rows that refer to missing tasks.
enum class Missing { is_error, is_dropped };

/// Builds the trace's tables of tasks, spans, accesses and attribute values from the recording, if there is
/// one. Tasks are sorted by number. Times start at the first submission, or at the first start if submissions
/// were not recorded. Pauses and processor time before that time and after the last run are left out. A
/// missing parent becomes none. Returns the first flaw; `dropped` counts the rows of missing tasks.
std::optional<Error> assemble(DecodedTrace& decoded, Recording&& recording, const Sections& sections,
                              const std::string& name, Missing missing, std::uint64_t& dropped);

}  // namespace gusset::traces::gus
