#include "user_program.hpp"

#include <filesystem>

#include "child_process.hpp"
#include "handshake.hpp"
#include "output/console.hpp"
#include "output/errors.hpp"
#include "output/temporary_folder.hpp"

namespace gusset::cli {

std::string UserProgram::name() const {
  return std::filesystem::path(command.front()).filename().string();
}

UserProgramEnd run_user_program(const UserProgram& program) {
  const std::string& shown = program.command.front();
  const TemporaryFolder folder(std::filesystem::temp_directory_path(), "gusset-");
  const auto handshake_path = folder.path() / "handshake";

  auto variables = program.variables;
  variables["GUSSET_ENGINE"] = program.engine;
  variables["GUSSET_HANDSHAKE"] = handshake_path.string();
  const ChildEnd end = run_child(program.command, variables);
  const Handshake handshake = read_handshake(handshake_path);

  if (end.interruption != 0) throw errors::program_interrupted(shown, end.interruption);
  if (end.signal != 0) throw errors::program_killed(shown, end.signal);
  // The program has printed the reason on standard error.
  if (handshake.refused) return {end.exit_status == 0 ? Failure::failed : end.exit_status, 0};
  for (const std::string& engine : handshake.engines) {
    if (engine != program.engine) throw errors::program_chose_engine(shown, program.engine, engine);
  }
  const bool lacks_runtime = handshake.engines.empty() && !program.may_do_without_runtime;
  if (lacks_runtime && end.exit_status == 0) throw errors::program_without_gusset(shown);
  if (end.exit_status != 0) {
    print_diagnostic(shown + ": ended with exit status " + std::to_string(end.exit_status) +
                     (lacks_runtime ? " before it used Gusset's runtime" : ""));
  }
  return {end.exit_status, static_cast<unsigned>(handshake.engines.size())};
}

}  // namespace gusset::cli
