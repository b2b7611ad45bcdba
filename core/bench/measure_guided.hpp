#pragma once
#include <chrono>

#include "row.hpp"

namespace gusset::bench {

/// Time of a workload that follows a schedule file (ScheduleForm::guided) ÷ its time without a file. Opens
/// runtimes with and without a file in turn, so that changes of the machine's speed affect both; returns the
/// median of the ratios. Throws std::runtime_error if a task does not follow the schedule.
double measure_guided_ratio(const Row& row, std::chrono::milliseconds budget);

}  // namespace gusset::bench
