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

/// What the chunks of a recording say, whose tasks are known by number.
struct Recording {
  struct Lane {
    RecordedTasks tasks;
    RecordedPauses pauses;
    RecordedAccesses accesses;
  };
  struct ClockSample {
    std::int64_t ticks = 0;
    std::int64_t ns = 0;
  };
  std::vector<Lane> lanes;
  std::vector<ClockSample> clock;
  std::vector<std::vector<std::uint64_t>> value_numbers;  ///< per attribute, of the last of its values
  std::vector<std::string> notes;
};

/// What was not told where rows refer to tasks that are not there.
enum class Missing { is_error, is_dropped };

/// Makes the trace's tables of tasks, spans, accesses and attribute values from those of the recording, if it
/// has any: tasks in order of their numbers, times from the first submission (the first begin, where that is
/// not known). Pauses before that and after the last run are no part of the trace. Where a parent is missing
/// there is none. Returns what is wrong, if anything is; `dropped` counts the rows of missing tasks.
std::optional<Error> assemble(DecodedTrace& decoded, Recording&& recording, const Sections& sections,
                              const std::string& name, Missing missing, std::uint64_t& dropped);

}  // namespace gusset::traces::gus
