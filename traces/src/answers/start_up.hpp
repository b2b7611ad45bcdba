#pragma once

namespace gusset::traces {

/// Starting and ending a process and its OpenMP runtime takes up to about this long. In recordings of the
/// programs in cli/tests/verdicts that run no code of their own then, it took 2 to 31 ms.
inline constexpr double start_up_ns = 30e6;
inline constexpr const char* usual_start_up = "2 to 30 ms";

}  // namespace gusset::traces
