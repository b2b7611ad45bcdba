#pragma once
#include <cstdint>

namespace gusset::ompt {

class ThreadLog;

/// The task that the calling thread runs, as events name it. 0 if the runtime knows none.
std::uint64_t current_task(ThreadLog& log);

}  // namespace gusset::ompt
