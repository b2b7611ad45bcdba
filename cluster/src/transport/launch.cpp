#include "transport/launch.hpp"

#include <array>
#include <cstdlib>
#include <optional>
#include <utility>

#include "gusset/base/text.hpp"

namespace gusset::cluster {
namespace {

/// The names of a launcher's variables.
struct LauncherNames {
  Launcher launcher;
  const char* node;
  const char* nodes;
  const char* local_node;
};

// srun sets SLURM's variables, and those of PMI or PMIx if it serves an MPI. PMIX_RANK with SLURM's size
// means Open MPI.
constexpr std::array<LauncherNames, 4> known_launchers{{
    {Launcher::openmpi, "OMPI_COMM_WORLD_RANK", "OMPI_COMM_WORLD_SIZE", "OMPI_COMM_WORLD_LOCAL_RANK"},
    {Launcher::mpich, "PMI_RANK", "PMI_SIZE", "MPI_LOCALRANKID"},
    {Launcher::openmpi, "PMIX_RANK", "SLURM_STEP_NUM_TASKS", "SLURM_LOCALID"},
    {Launcher::slurm, "SLURM_PROCID", "SLURM_STEP_NUM_TASKS", "SLURM_LOCALID"},
}};

/// Stores the variable's value if it is set. Returns the error if it is not a number.
std::optional<Error> read_number(const Variables& variables, const char* name, unsigned& value) {
  const char* const text = variables(name);
  if (text == nullptr) return std::nullopt;
  const auto number = parse_number<unsigned>(text);
  if (!number) return Error{name, "a number", double_quoted(text)};
  value = *number;
  return std::nullopt;
}

}  // namespace

std::string launcher_text(Launcher launcher) {
  switch (launcher) {
    case Launcher::openmpi:
      return "Open MPI's launcher";
    case Launcher::mpich:
      return "MPICH's launcher";
    case Launcher::slurm:
      return "srun";
    case Launcher::none:
      break;
  }
  return "no launcher";
}

Result<Launch> read_launch(const Variables& given) {
  const Variables variables =
      given ? given : [](const char* name) -> const char* { return std::getenv(name); };
  for (const LauncherNames& names : known_launchers) {
    if (variables(names.node) == nullptr || variables(names.nodes) == nullptr) continue;
    Launch launch{.launcher = names.launcher};
    for (const auto& [name, value] :
         {std::pair{names.node, &launch.node}, std::pair{names.nodes, &launch.nodes},
          std::pair{names.local_node, &launch.local_node}}) {
      if (auto error = read_number(variables, name, *value)) return std::move(*error);
    }
    if (launch.nodes == 0) return Error{names.nodes, "at least 1", "0"};
    if (launch.node >= launch.nodes)
      return Error{names.node, "a number below " + std::to_string(launch.nodes), std::to_string(launch.node)};
    return launch;
  }
  return Launch{};
}

}  // namespace gusset::cluster
