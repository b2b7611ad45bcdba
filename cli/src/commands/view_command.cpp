#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <filesystem>
#include <string>
#include <vector>

#include "arguments.hpp"
#include "gusset/traces/sweep/sweep_file.hpp"
#include "output/errors.hpp"
#include "output/trace_text.hpp"
#include "programs/start_program.hpp"

namespace gusset::cli {
namespace {

struct ViewArguments {
  std::vector<std::string> paths;
  bool strict = false;
};

constexpr const char* viewer_name = "gusset-viewer";

// Replaces this process with the viewer. Returns only if that fails.
void replace_process(const std::string& program, const std::vector<std::string>& paths) {
  std::vector<std::string> words{program};
  words.insert(words.end(), paths.begin(), paths.end());
  execvp(program.c_str(), pointers(words).data());
}

int view(const ViewArguments& arguments) {
  const auto& [paths, strict] = arguments;
  // Reports a bad file here, in one line, instead of in a window that closes at once. Of .gus files, only the
  // heads are read. Other files have to be read completely, and their issues are reported here as well.
  for (const std::string& path : paths) {
    if (sweep::is_sweep_file(path)) continue;
    const auto head = traces::read_gus(path, traces::Sections::none());
    if (!head.ok()) load_trace(path, strict);
  }
  const auto folder = std::filesystem::read_symlink("/proc/self/exe").parent_path();
  const auto beside = folder / viewer_name;
  std::signal(SIGPIPE, SIG_DFL);
  replace_process(beside.string(), paths);
  if (errno != ENOENT) throw errors::program_not_startable(beside.string(), errno);
  replace_process(viewer_name, paths);
  if (errno != ENOENT) throw errors::program_not_startable(viewer_name, errno);
  throw errors::viewer_not_found(folder.string());
}

}  // namespace

Command add_view(CLI::App& gusset) {
  return add_command<ViewArguments>(
      gusset,
      {"view", "[T.gus…] [--strict]", "Open traces in the viewer, on a common time axis.",
       "gusset view measured.gus predicted.gus"},
      [](CLI::App& command, ViewArguments& arguments) {
        add_trace_option(command, "T.gus", arguments.paths,
                         "The traces to open, or a sweep (S.json); none: the welcome page");
        add_strict_flag(command, arguments.strict);
      },
      view);
}

}  // namespace gusset::cli
