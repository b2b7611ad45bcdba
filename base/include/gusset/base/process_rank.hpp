#pragma once
#include <array>
#include <cstdlib>
#include <optional>
#include <string>

namespace gusset {

/// The rank of this process among those that a launcher of parallel programs started together: Open MPI,
/// MPICH and its derivatives (PMI), PMIx, or SLURM's srun. None if it was started alone.
/// Only uses the environment, so libraries that run inside other programs may call it.
inline std::optional<unsigned> process_rank() {
  struct Launcher {
    const char* rank;
    const char* size;  ///< null if the launcher does not set it
  };
  constexpr std::array<Launcher, 4> launchers{{{"OMPI_COMM_WORLD_RANK", "OMPI_COMM_WORLD_SIZE"},
                                               {"PMI_RANK", "PMI_SIZE"},
                                               {"PMIX_RANK", nullptr},
                                               {"SLURM_PROCID", "SLURM_STEP_NUM_TASKS"}}};
  const auto number = [](const char* name) -> std::optional<unsigned> {
    const char* const text = name == nullptr ? nullptr : std::getenv(name);
    if (text == nullptr || *text == '\0') return std::nullopt;
    unsigned value = 0;
    for (const char* c = text; *c != '\0'; ++c) {
      if (*c < '0' || *c > '9' || value > 100'000'000) return std::nullopt;
      value = value * 10 + static_cast<unsigned>(*c - '0');
    }
    return value;
  };
  for (const Launcher& launcher : launchers) {
    const auto rank = number(launcher.rank);
    if (!rank) continue;
    if (launcher.size == nullptr) return rank;
    const auto size = number(launcher.size);
    if (size && *size == 1) return std::nullopt;  // even if another launcher's variables give a rank
    if (size) return rank;
  }
  return std::nullopt;
}

}  // namespace gusset
