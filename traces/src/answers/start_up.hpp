#pragma once
#include <algorithm>

#include "gusset/traces/model/trace.hpp"

namespace gusset::traces {

/// Starting and ending a process and its OpenMP runtime takes up to about this long. In recordings of the
/// programs in cli/tests/verdicts that run no code of their own then, it took 2 to 31 ms, and at most as long
/// as here if the trace says how long the runtime took to start. `not_working_ns`: how long the thread did
/// not use its processor outside of regions, for example because the system was reading the program.
inline double start_up_ns(const Trace& trace, double not_working_ns = 0.0) {
  constexpr double most_ns = 30e6;
  const auto& runtime_ns = trace.metadata.start_up_ns;
  return runtime_ns ? std::min(most_ns, 2.0 * static_cast<double>(*runtime_ns) + 3e6 + not_working_ns)
                    : most_ns;
}
inline constexpr const char* usual_start_up = "2 to 30 ms";

}  // namespace gusset::traces
