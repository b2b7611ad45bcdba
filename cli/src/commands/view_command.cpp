#include <unistd.h>

#include <CLI/CLI.hpp>
#include <cerrno>
#include <csignal>
#include <filesystem>
#include <memory>
#include <string>
#include <vector>

#include "arguments.hpp"
#include "command.hpp"
#include "gusset/traces/sweep/sweep_file.hpp"
#include "output/errors.hpp"
#include "output/trace_text.hpp"

namespace gusset::cli {
namespace {

constexpr const char* viewer_name = "gusset-viewer";

// Becomes the viewer; returns only where it can't.
void become(const std::string& program, const std::vector<std::string>& paths) {
  std::vector<std::string> words{program};
  words.insert(words.end(), paths.begin(), paths.end());
  std::vector<char*> pointers;
  for (std::string& word : words) pointers.push_back(word.data());
  pointers.push_back(nullptr);
  execvp(program.c_str(), pointers.data());
}

int view(const std::vector<std::string>& paths, bool strict) {
  if (paths.empty()) throw errors::missing_argument("view", "a trace (T.gus)");
  // A bad file is told here in one line, not by a window that comes and goes. Of .gus files only what their
  // head says is read; the others have to be read whole, and what of them can't be kept is told here.
  for (const std::string& path : paths) {
    if (figure::is_sweep_file(path)) continue;
    const auto head = traces::read_gus(path, traces::Sections::none());
    if (!head.ok()) load_trace(path, strict);
  }
  const auto folder = std::filesystem::read_symlink("/proc/self/exe").parent_path();
  const auto beside = folder / viewer_name;
  std::signal(SIGPIPE, SIG_DFL);
  become(beside.string(), paths);
  if (errno != ENOENT) throw errors::program_not_startable(beside.string(), errno);
  become(viewer_name, paths);
  if (errno != ENOENT) throw errors::program_not_startable(viewer_name, errno);
  throw errors::viewer_not_found(folder.string());
}

}  // namespace

Command add_view(CLI::App& gusset) {
  const auto paths = std::make_shared<std::vector<std::string>>();
  const auto strict = std::make_shared<bool>(false);
  CLI::App* command =
      add_command(gusset, {"view", "T.gus…", "Opens the viewer on traces, on a common time axis.",
                           "gusset view measured.gus predicted.gus"});
  add_option(*command, "T.gus", *paths, "Traces to show");
  add_strict_flag(command, *strict);
  return {command, [command, paths, strict] {
            refuse_remaining(*command);
            return view(*paths, *strict);
          }};
}

}  // namespace gusset::cli
