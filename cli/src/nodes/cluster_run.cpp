#include "cluster_run.hpp"

#include <unistd.h>
#include <csignal>

#include <algorithm>
#include <chrono>
#include <cstdlib>
#include <filesystem>
#include <optional>
#include <set>
#include <thread>

#include "first_failure.hpp"
#include "gusset/base/text.hpp"
#include "launcher_output.hpp"
#include "output/console.hpp"
#include "output/errors.hpp"
#include "output/write_all.hpp"
#include "programs/child_process.hpp"
#include "programs/pipe_lines.hpp"

namespace gusset::cli {
namespace {

using Clock = std::chrono::steady_clock;

// The launcher ends the other nodes when one has failed. If it does not (Hydra waits for processes that have
// not initialised MPI), the launcher is asked to stop, and finally killed.
constexpr std::chrono::milliseconds stop_after_failure{1000};
constexpr std::chrono::milliseconds kill_after_failure{5000};

class LauncherWatch {
 public:
  explicit LauncherWatch(pid_t launcher) : launcher_(launcher) {}

  void check(bool has_failed) {
    if (!has_failed) return;
    const auto now = Clock::now();
    if (!failed_at_) failed_at_ = now;
    if (!is_asked_ && now - *failed_at_ > stop_after_failure) {
      is_asked_ = true;
      kill(launcher_, SIGTERM);
    }
    if (now - *failed_at_ > kill_after_failure) kill(launcher_, SIGKILL);
  }

 private:
  pid_t launcher_;
  std::optional<Clock::time_point> failed_at_;
  bool is_asked_ = false;
};

std::vector<std::string> node_command(const ClusterRun& run) {
  std::vector<std::string> words{std::filesystem::read_symlink("/proc/self/exe").string(), "run-node"};
  for (const auto& [name, value] : run.variables) words.push_back(name + "=" + value);
  words.push_back("--");
  words.insert(words.end(), run.program.begin(), run.program.end());
  return words;
}

std::string hosts_text(const std::map<unsigned, NodeStart>& starts) {
  std::vector<std::string> hosts;
  for (const auto& [node, start] : starts) {
    if (std::find(hosts.begin(), hosts.end(), start.host) == hosts.end()) hosts.push_back(start.host);
  }
  constexpr std::size_t most_names = 4;
  if (hosts.size() > most_names) return "on " + count_text(hosts.size(), "host");
  return "on " + joined(hosts);
}

std::string threads_text(const std::map<unsigned, NodeStart>& starts) {
  std::set<unsigned> threads;
  for (const auto& [node, start] : starts) threads.insert(start.threads);
  if (threads.size() == 1) return count_text(*threads.begin(), "thread") + " each";
  return std::to_string(*threads.begin()) + " to " + std::to_string(*threads.rbegin()) + " threads each";
}

// "4 nodes (grid 2x2) on host, 2 threads each, started by mpirun (Open MPI)".
std::string start_text(const ClusterRun& run, const std::map<unsigned, NodeStart>& starts,
                       bool is_oversubscribed) {
  return count_text(run.nodes, "node") + " (grid " + run.grid + ") " + hosts_text(starts) + ", " +
         threads_text(starts) + ", started by " + run.launcher.name() +
         (is_oversubscribed ? " with --oversubscribe, because it has fewer slots than nodes" : "");
}

// Passes on what the launcher writes.
class LauncherStreams {
 public:
  LauncherStreams(const ClusterRun& run, bool is_oversubscribed)
      : run_(run), is_oversubscribed_(is_oversubscribed), messages_(run.launcher.kind) {}

  ChildEnd run_launcher() {
    PipeLines errors_pipe;
    // Hydra announces failures on standard output.
    std::optional<PipeLines> output_pipe;
    if (run_.launcher.kind == Launcher::Kind::mpich) output_pipe.emplace();
    const auto watch = [&](pid_t launcher) {
      std::thread output([&] {
        if (output_pipe) pass_on_output(*output_pipe, launcher);
      });
      LauncherWatch watch_of_launcher(launcher);
      errors_pipe.read_until_end_of(launcher, [&](const std::string* line) {
        if (line != nullptr) take(*line);
        watch_of_launcher.check(messages_.has_failed());
      });
      write_all(STDERR_FILENO, messages_.end());
      output.join();
    };
    return run_child(launch_command(run_.launcher, run_.nodes, is_oversubscribed_, node_command(run_)), {},
                     {output_pipe ? output_pipe->write_end() : -1, errors_pipe.write_end(), false, watch});
  }

  const LauncherOutput& messages() const { return messages_; }

 private:
  static void pass_on_output(PipeLines& pipe, pid_t launcher) {
    OutputWithoutAnnouncement output;
    pipe.read_until_end_of(launcher, [&output](const std::string* line) {
      write_all(STDOUT_FILENO, line != nullptr ? output.take(*line) : output.end());
    });
    write_all(STDOUT_FILENO, output.end());
  }

  void take(const std::string& line) {
    write_all(STDERR_FILENO, messages_.take(line));
    if (!is_announced_ && messages_.starts().size() == run_.nodes) {
      is_announced_ = true;
      print_diagnostic(start_text(run_, messages_.starts(), is_oversubscribed_));
    }
  }

  const ClusterRun& run_;
  bool is_oversubscribed_;
  bool is_announced_ = false;
  LauncherOutput messages_;
};

Failure failure_of(const NodeEnd& end, const std::string& program) {
  if (end.signal != 0) return errors::node_killed(end.node, end.signal);
  if (!end.refusal.empty()) {
    const int status = end.exit_status == 0 ? Failure::failed : end.exit_status;
    // A setting that the runtime refuses when it starts is wrong on every node, so the message names none.
    return Failure((end.runtimes == 0 ? "" : errors::node_text(end.node) + ": ") + end.refusal, status);
  }
  if (!end.engine.empty()) return errors::program_chose_engine(program, "distribute", end.engine);
  if (end.exit_status != 0) return errors::node_failed(end.node, end.exit_status, end.runtimes > 0);
  if (end.runtimes == 0) return errors::program_without_gusset(program);
  return errors::node_ended_early(end.node);
}

void require_good_end(const ClusterRun& run, const LauncherOutput& messages, const ChildEnd& launcher) {
  const std::string& shown = run.program.front();
  if (launcher.interruption != 0) throw errors::program_interrupted(shown, launcher.interruption);
  const NodeEnd* const first = first_failure(messages.ends());
  if (first != nullptr && !first->lost_peer) throw failure_of(*first, shown);
  for (const auto& [node, start] : messages.starts()) {
    if (!messages.ends().contains(node)) throw errors::node_lost(node);
  }
  if (first != nullptr) throw failure_of(*first, shown);
  if (messages.refuses_root()) throw errors::launcher_refuses_root(run.launcher.name());
  if (launcher.signal != 0) throw errors::launcher_killed(run.launcher.name(), launcher.signal);
  if (launcher.exit_status != 0 || messages.ends().size() < run.nodes)
    throw errors::launcher_failed(run.launcher.name(), launcher.exit_status);
}

}  // namespace

void pass_on_plugins(ClusterRun& run) {
  for (const char* const name : {"GUSSET_MPI", "GUSSET_PLUGINS"}) {
    if (const char* const value = std::getenv(name); value != nullptr) run.variables[name] = value;
  }
}

unsigned run_on_nodes(const ClusterRun& run) {
  std::optional<LauncherStreams> streams(std::in_place, run, false);
  ChildEnd end = streams->run_launcher();
  if (streams->messages().lacks_slots() && end.interruption == 0) {
    streams.emplace(run, true);
    end = streams->run_launcher();
  }
  require_good_end(run, streams->messages(), end);
  return static_cast<unsigned>(streams->messages().ends().begin()->second.runtimes);
}

}  // namespace gusset::cli
