#include "openmp_recorder.hpp"

#include <dlfcn.h>
#include <link.h>
#include <unistd.h>

#include <algorithm>
#include <cstdlib>
#include <optional>
#include <system_error>

#include "child_process.hpp"
#include "elf_file.hpp"
#include "gusset/base/numbered_path.hpp"
#include "gusset/base/quoting.hpp"
#include "gusset/base/text.hpp"
#include "output/console.hpp"
#include "output/errors.hpp"

namespace gusset::cli {
namespace {

constexpr const char* recorder_name = "libgusset_ompt.so";
constexpr const char* trace_maker_name = "gusset-ompt";
constexpr const char* libomp_name = "libomp.so.5";

/// The path relative to the command is the same in the build and in an installation.
std::filesystem::path recorder_folder() {
  const auto commands = std::filesystem::read_symlink("/proc/self/exe").parent_path();
  return (commands / GUSSET_RECORDER_FOLDER).lexically_normal();
}

/// The path where the loader finds LLVM's runtime. Empty if it finds none.
std::string installed_libomp() {
  void* const library = dlopen(libomp_name, RTLD_LAZY | RTLD_LOCAL);
  if (library == nullptr) return {};
  link_map* map = nullptr;
  const std::string path = dlinfo(library, RTLD_DI_LINKMAP, &map) == 0 ? map->l_name : libomp_name;
  dlclose(library);
  return path;
}

bool is_sanitizer(const std::filesystem::path& library) {
  const std::string name = library.filename().string();
  return name.starts_with("libasan.so") || name.starts_with("libtsan.so") || name.starts_with("liblsan.so");
}

/// The calls that LLVM's runtime lacks, separated by commas. Empty if it has all of them.
std::string missing_calls(const std::vector<std::string>& calls, const std::string& libomp) {
  const auto runtime = read_elf(libomp);
  std::vector<std::string> missing;
  for (const std::string& call : calls) {
    if (!runtime || !runtime->exports.contains(call)) missing.push_back(call);
  }
  const auto is_called = [&calls](const char* call) { return std::ranges::find(calls, call) != calls.end(); };
  // LLVM's runtime has GOMP_task, but without the parameter for the event of a detached task. The event stays
  // unset, and fulfilling it crashes.
  if (is_called("GOMP_task") && is_called("omp_fulfill_event"))
    missing.emplace_back("GOMP_task with detach (omp_fulfill_event)");
  return joined(missing);
}

RecorderVariables make_recorder(const ProgramFile& file, const std::filesystem::path& recorder,
                                const std::string& libomp) {
  const auto sanitizer = std::ranges::find_if(file.libraries, is_sanitizer);
  const char* const others = std::getenv("LD_PRELOAD");
  std::vector<std::string> preload{sanitizer == file.libraries.end() ? "" : sanitizer->string(),
                                   recorder.string(), libomp, others == nullptr ? "" : others};
  std::erase(preload, "");
  return {{"LD_PRELOAD", joined(preload, ":")},
          {"OMP_TOOL", "enabled"},
          {"LIBGUSSET_OMPT_PARENT", std::to_string(getpid())}};
}

}  // namespace

RecorderVariables recorder_for(const std::string& program, const ProgramFile& file) {
  const auto folder = recorder_folder();
  const auto recorder = folder / recorder_name;
  if (!std::filesystem::exists(recorder)) throw errors::recorder_not_found(recorder_name, folder.string());
  if (!file.loads_libgomp) return make_recorder(file, recorder, {});
  const std::string libomp = file.libomp.empty() ? installed_libomp() : file.libomp;
  if (libomp.empty()) throw errors::libomp_not_found(libomp_name, program);
  const std::string missing = missing_calls(file.openmp_calls, libomp);
  if (!missing.empty()) throw errors::openmp_calls_missing(program, missing);
  return make_recorder(file, recorder, libomp);
}

RecorderVariables recorder_for_children(const ProgramFile& file) {
  const auto recorder = recorder_folder() / recorder_name;
  const std::string libomp = installed_libomp();
  if (libomp.empty() || !std::filesystem::exists(recorder)) return {};
  RecorderVariables result = make_recorder(file, recorder, libomp);
  // The program's children are unknown. Some may have been built with AddressSanitizer, which otherwise
  // insists on being the first library to load.
  const char* const options = std::getenv("ASAN_OPTIONS");
  result["ASAN_OPTIONS"] =
      (options == nullptr ? "" : std::string(options) + ":") + "verify_asan_link_order=0";
  return result;
}

namespace {

constexpr const char* event_extension = ".events";

/// Event files of the programs that ran with GUSSET_TRACE set to `trace`, in order of their names.
std::vector<std::filesystem::path> event_files(const std::filesystem::path& trace) {
  std::vector<std::filesystem::path> files;
  for (const auto& entry : std::filesystem::directory_iterator(trace.parent_path())) {
    if (is_event_file(entry.path())) files.push_back(entry.path());
  }
  std::sort(files.begin(), files.end());
  return files;
}

bool run_trace_maker(const std::vector<std::string>& arguments) {
  const auto folder = recorder_folder();
  const auto maker = folder / trace_maker_name;
  if (!std::filesystem::exists(maker)) throw errors::recorder_not_found(trace_maker_name, folder.string());
  std::vector<std::string> words{maker.string()};
  words.insert(words.end(), arguments.begin(), arguments.end());
  const ChildEnd end = run_child(words, {});
  if (end.signal != 0) throw errors::program_killed(maker.string(), end.signal);
  return end.exit_status == 0;
}

std::filesystem::path free_path(const std::filesystem::path& path) {
  unsigned number = 1;
  while (std::filesystem::exists(numbered_path(path, number))) ++number;
  return numbered_path(path, number);
}

/// Moves a recording with its accompanying files. Returns its new path; nothing if the system refuses.
std::optional<std::filesystem::path> move_events(const std::filesystem::path& events,
                                                 const std::filesystem::path& folder) {
  const auto target = free_path(folder / events.filename());
  std::error_code error;
  for (const char* const extension : {".command", ".maps"}) {
    const std::filesystem::path from = events.string() + extension;
    if (std::filesystem::exists(from)) std::filesystem::rename(from, target.string() + extension, error);
    if (error) return std::nullopt;
  }
  std::filesystem::rename(events, target, error);
  if (error) return std::nullopt;
  return target;
}

}  // namespace

bool is_event_file(const std::filesystem::path& path) {
  return path.extension() == event_extension;
}

bool write_openmp_traces(const std::filesystem::path& trace, int signal) {
  if (event_files(trace).empty()) return true;
  std::vector<std::string> arguments{trace.string()};
  if (signal != 0) arguments.push_back(errors::signal_text(signal));
  return run_trace_maker(arguments);
}

bool write_openmp_trace(const std::filesystem::path& events, const std::filesystem::path& trace) {
  return run_trace_maker({"--one", events.string(), trace.string()});
}

void keep_events(OutputFile& output) {
  unsigned number = 0;
  for (const auto& events : event_files(output.pending())) {
    const auto moved = move_events(events, std::filesystem::path(output.name()).parent_path());
    if (!moved) output.keep_pending();
    const std::string kept = moved.value_or(events).string();
    std::filesystem::path trace;
    do {
      trace = numbered_path(output.name(), ++number);
    } while (number > 1 && std::filesystem::exists(trace));
    print_diagnostic(kept + ": holds everything that was recorded; to make a trace: " +
                     shell_text("gusset", {"convert", kept, trace.string()}));
  }
}

}  // namespace gusset::cli
