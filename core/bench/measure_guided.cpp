#include "measure_guided.hpp"

#include <fcntl.h>
#include <unistd.h>

#include <cstdio>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <stdexcept>
#include <string>
#include <vector>

#include "bench/statistics.hpp"
#include "gusset/base/schedule_file.hpp"
#include "gusset_session.hpp"
#include "measure_session.hpp"
#include "workload_schedule.hpp"

namespace gusset::bench {
namespace {

constexpr std::size_t repetitions = 24;  // in one runtime; the first one warms up
constexpr int min_rounds = 5;

/// A directory for this process, removed at the end.
class Scratch {
 public:
  Scratch() : path_(std::filesystem::temp_directory_path() / ("bench_core." + std::to_string(getpid()))) {
    std::filesystem::create_directory(path_);
  }
  ~Scratch() {
    std::error_code ignored;
    std::filesystem::remove_all(path_, ignored);
  }
  Scratch(const Scratch&) = delete;
  Scratch& operator=(const Scratch&) = delete;

  std::string file(const char* name) const { return (path_ / name).string(); }

 private:
  std::filesystem::path path_;
};

/// During its lifetime, redirects standard error to a file.
class ErrorsToFile {
 public:
  explicit ErrorsToFile(const std::string& path) : saved_(dup(STDERR_FILENO)) {
    const int file = open(path.c_str(), O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0600);
    if (file < 0 || saved_ < 0)
      throw std::runtime_error("expected a file that can be written, found \"" + path + "\"");
    dup2(file, STDERR_FILENO);
    close(file);
  }
  ~ErrorsToFile() {
    std::fflush(stderr);
    dup2(saved_, STDERR_FILENO);
    close(saved_);
  }
  ErrorsToFile(const ErrorsToFile&) = delete;
  ErrorsToFile& operator=(const ErrorsToFile&) = delete;

 private:
  int saved_;
};

/// Median nanoseconds per task.
double time_runtime(const Row& row, const Options& options) {
  std::vector<double> samples;
  Runtime runtime(options);
  GussetSession::open_in(runtime, handle_count(row.workload), [&](GussetSession& session) {
    execute(session, row.workload);
    while (samples.size() + 1 < repetitions) {
      const auto begin = Clock::now();
      execute(session, row.workload);
      samples.push_back(elapsed_ns(begin) / static_cast<double>(task_count(row.workload)));
    }
  });
  return median(samples);
}

std::string text_in(const std::string& path) {
  std::ostringstream text;
  text << std::ifstream(path).rdbuf();
  return text.str();
}

/// Like time_runtime, and checks what the runtime says at its end.
double time_guided(const Row& row, const Options& options, const std::string& errors) {
  double ns = 0.0;
  {
    const ErrorsToFile redirected(errors);
    ns = time_runtime(row, options);
  }
  const ScheduleUse all{repetitions * task_count(row.workload), 0, 0};
  const std::string expected = "gusset: " + summary_of(all, options.schedule) + "\n";
  const std::string found = text_in(errors);
  if (found != expected) throw std::runtime_error("expected \"" + expected + "\", found \"" + found + "\"");
  return ns;
}

}  // namespace

double measure_guided_ratio(const Row& row, std::chrono::milliseconds budget) {
  const Scratch scratch;
  Options dynamic;
  dynamic.threads = row.workers;
  Options guided = dynamic;
  guided.schedule = scratch.file("S.json");
  guided.schedule_form = ScheduleForm::guided;
  std::ofstream(guided.schedule) << schedule_file_text(schedule_of(row.workload, repetitions, row.workers));
  std::vector<double> ratios;
  const auto end = Clock::now() + budget;
  while (ratios.size() < min_rounds || Clock::now() < end) {
    const double dynamic_ns = time_runtime(row, dynamic);
    ratios.push_back(time_guided(row, guided, scratch.file("errors")) / dynamic_ns);
  }
  return median(ratios);
}

}  // namespace gusset::bench
