#pragma once

namespace gusset::traces {

/// Starting and ending a process and its OpenMP runtime takes up to about this long on a quiet machine. In
/// recordings of the programs of cli/tests/verdicts that have no code there, it took 2 to 12 ms.
inline constexpr double start_up_ns = 12e6;

}  // namespace gusset::traces
