#include "launcher.hpp"

#include <algorithm>
#include <filesystem>
#include <optional>
#include <string_view>

#include "output/errors.hpp"
#include "programs/program_file.hpp"
#include "programs/start_program.hpp"

namespace gusset::cli {
namespace {

// Splits as a shell does: at blanks that are not in single or double quotes.
std::vector<std::string> split_words(const std::string& command, const std::string& text) {
  std::vector<std::string> words;
  bool is_in_word = false;
  char quote = '\0';
  for (const char letter : text) {
    const bool is_blank = quote == '\0' && (letter == ' ' || letter == '\t' || letter == '\n');
    if (is_blank) {
      is_in_word = false;
      continue;
    }
    if (!is_in_word) words.emplace_back();
    is_in_word = true;
    if (quote == '\0' && (letter == '"' || letter == '\'')) {
      quote = letter;
    } else if (letter == quote) {
      quote = '\0';
    } else {
      words.back() += letter;
    }
  }
  if (quote != '\0') throw errors::bad_value(command, "--launcher", "closed quotes", text);
  return words;
}

std::optional<Launcher::Kind> kind_of(const std::string& program) {
  const std::string version = captured_output({program, "--version"}).value_or("");
  const auto has = [&version](std::string_view words) { return version.find(words) != std::string::npos; };
  if (has("Open MPI") || has("OpenRTE") || has("PRRTE")) return Launcher::Kind::openmpi;
  if (has("HYDRA")) return Launcher::Kind::mpich;
  if (std::filesystem::path(program).filename() == "srun" || has("slurm")) return Launcher::Kind::slurm;
  return std::nullopt;
}

bool has_option(const Launcher& launcher, std::initializer_list<std::string_view> options) {
  return std::any_of(launcher.words.begin(), launcher.words.end(), [&](const std::string& word) {
    return std::find(options.begin(), options.end(), word) != options.end();
  });
}

}  // namespace

std::string Launcher::name() const {
  const std::string program = std::filesystem::path(words.front()).filename().string();
  if (kind == Kind::openmpi) return program + " (Open MPI)";
  return kind == Kind::mpich ? program + " (MPICH)" : program;
}

Launcher find_launcher(const std::string& command, const std::string& text) {
  Launcher launcher;
  launcher.words = split_words(command, text);
  if (launcher.words.empty()) {
    for (const char* const program : {"mpirun", "srun"}) {
      if (!find_in_path(program).empty()) {
        launcher.words = {program};
        break;
      }
    }
    if (launcher.words.empty()) throw errors::launcher_not_found();
  }
  const std::string& program = launcher.words.front();
  if (!std::filesystem::exists(find_in_path(program))) throw errors::program_not_startable(program, ENOENT);
  const auto kind = kind_of(program);
  if (!kind) throw errors::unknown_launcher(command, program);
  launcher.kind = *kind;
  return launcher;
}

std::vector<std::string> launch_command(const Launcher& launcher, unsigned nodes, bool is_oversubscribed,
                                        const std::vector<std::string>& command) {
  std::vector<std::string> words = launcher.words;
  const auto add = [&words](std::initializer_list<const char*> options) {
    words.insert(words.end(), options.begin(), options.end());
  };
  switch (launcher.kind) {
    case Launcher::Kind::openmpi:
      if (!has_option(launcher, {"--bind-to", "-bind-to", "--cpu-set", "--rankfile", "-rf"}))
        add({"--bind-to", "none"});
      if (is_oversubscribed) add({"--oversubscribe"});
      break;
    case Launcher::Kind::mpich:
      break;
    case Launcher::Kind::slurm:
      add({"--kill-on-bad-exit=1"});
      break;
  }
  add({"-n"});
  words.push_back(std::to_string(nodes));
  words.insert(words.end(), command.begin(), command.end());
  return words;
}

}  // namespace gusset::cli
