#include "run_node.hpp"

#include <fcntl.h>
#include <sched.h>
#include <sys/ioctl.h>
#include <sys/mman.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <optional>
#include <thread>

#include "first_failure.hpp"
#include "gusset/base/numbers.hpp"
#include "gusset/base/process_rank.hpp"
#include "gusset/base/this_machine.hpp"
#include "gusset/core/options.hpp"
#include "node_record.hpp"
#include "output/errors.hpp"
#include "programs/child_process.hpp"
#include "programs/handshake.hpp"
#include "programs/pipe_lines.hpp"

namespace gusset::cli {
namespace {

std::optional<unsigned> number_in(const char* variable) {
  const char* const text = std::getenv(variable);
  return text == nullptr ? std::nullopt : parse_number<unsigned>(text);
}

// The number of nodes on this host.
unsigned nodes_here() {
  for (const char* const name : {"OMPI_COMM_WORLD_LOCAL_SIZE", "MPI_LOCALNRANKS"}) {
    if (const auto count = number_in(name); count && *count > 0) return *count;
  }
  // SLURM writes "4", "4(x2)" or "4,3" for several hosts. The first number is right if all hosts have equally
  // many nodes.
  const char* const tasks = std::getenv("SLURM_STEP_TASKS_PER_NODE");
  return tasks == nullptr ? 1u : static_cast<unsigned>(std::max(1, std::atoi(tasks)));
}

unsigned cores_of(pid_t process) {
  cpu_set_t processors;
  CPU_ZERO(&processors);
  if (sched_getaffinity(process, sizeof(processors), &processors) != 0) return 0;
  return static_cast<unsigned>(CPU_COUNT(&processors));
}

// If the launcher has bound this process to some of the launcher's cores, the node gets these cores;
// otherwise, the nodes on this host share all cores.
unsigned default_threads() {
  const unsigned cores = available_cores();
  const bool is_bound = cores < cores_of(getppid());
  return std::clamp(is_bound ? cores : cores / nodes_here(), 1u, max_threads);
}

// Waits until the launcher has read everything on standard error, so that it then reads a record in one
// piece.
void wait_until_read() {
  for (int i = 0; i < 1000; ++i) {
    int bytes = 0;
    if (ioctl(STDERR_FILENO, FIONREAD, &bytes) != 0 || bytes == 0) return;
    std::this_thread::sleep_for(std::chrono::milliseconds(1));
  }
}

void write_record(const std::string& line) {
  wait_until_read();
  write_line(STDERR_FILENO, line);
}

// An empty file in memory, which the program opens by a path. Unlike a file on disk, it leaves nothing behind
// if the launcher kills this process.
class MemoryFile {
 public:
  MemoryFile() : file_(::memfd_create("gusset-handshake", MFD_CLOEXEC)) {
    if (file_ < 0) throw errors::failed("run-node", "a file in memory", std::strerror(errno));
  }
  ~MemoryFile() { ::close(file_); }
  MemoryFile(const MemoryFile&) = delete;
  MemoryFile& operator=(const MemoryFile&) = delete;

  std::string path() const { return "/proc/" + std::to_string(getpid()) + "/fd/" + std::to_string(file_); }

 private:
  int file_;
};

// Whether MPI says that it ends the program because it could not read a peer's memory, for the peer is gone.
// UCX (MPICH) and the shared memory transport of Open MPI then abort. This can happen before the system
// reports the peer's own end.
bool tells_of_lost_peer(const std::string& line) {
  const auto has = [&line](const char* text) { return line.find(text) != std::string::npos; };
  return (has("process_vm_") && has("No such process")) || (has("Read -1, expected ") && has("errno = 3"));
}

// Prefixes the lines of the program's standard error. Holds each message of the runtime back until the next
// line, because the last message may be the reason why the program ended, which the record has.
class NodeErrors {
 public:
  explicit NodeErrors(unsigned node) : prefix_(errors::node_text(node) + ": ") {}

  void take(const std::string& line) {
    release();
    lost_peer_ = lost_peer_ || tells_of_lost_peer(line);
    if (line.starts_with("gusset: ")) {
      held_ = line;
    } else {
      pass_on(line);
    }
  }
  void release() {
    if (held_) pass_on(*held_);
    held_.reset();
  }
  /// Forgets the held line if it is this message.
  void drop(const std::string& message) {
    if (held_ == "gusset: " + message) held_.reset();
  }
  bool lost_peer() const { return lost_peer_; }

 private:
  void pass_on(const std::string& line) { write_line(STDERR_FILENO, prefix_ + line); }

  std::string prefix_;
  std::optional<std::string> held_;
  bool lost_peer_ = false;
};

std::int64_t now_ns() {
  return std::chrono::duration_cast<std::chrono::nanoseconds>(
             std::chrono::system_clock::now().time_since_epoch())
      .count();
}

void describe(NodeEnd& end, const ChildEnd& child, const Handshake& handshake) {
  end.exit_status = child.exit_status;
  end.signal = child.signal;
  end.was_stopped = child.interruption != 0;
  end.runtimes = handshake.engines.size();
  end.finished = handshake.finished;
  end.refusal = handshake.refusal;
  for (const std::string& engine : handshake.engines) {
    if (engine != "distribute") end.engine = engine;
  }
}

int status_of(const NodeEnd& end) {
  if (end.signal != 0) return errors::first_signal_status + end.signal;
  if (end.exit_status != 0) return end.exit_status;
  return end.is_good() ? 0 : Failure::failed;
}

}  // namespace

int run_node(const std::map<std::string, std::string>& variables, const std::vector<std::string>& program) {
  NodeEnd end;
  end.node = process_rank().value_or(0);
  const MemoryFile handshake;
  auto settings = variables;
  settings["GUSSET_ENGINE"] = "distribute";
  settings["GUSSET_HANDSHAKE"] = handshake.path();
  settings.try_emplace("GUSSET_THREADS", std::to_string(default_threads()));
  const StopSignals signals;
  write_record(record_line(
      NodeStart{end.node, host_name(), parse_number<unsigned>(settings["GUSSET_THREADS"]).value_or(0)}));

  NodeErrors errors_of_node(end.node);
  ChildEnd child;
  try {
    PipeLines lines;
    const int null = open("/dev/null", O_WRONLY | O_CLOEXEC);
    child = run_child(program, settings,
                      {end.node == 0 ? -1 : null, lines.write_end(), true, [&](pid_t process) {
                         lines.read_until_end_of(process, [&](const std::string* line) {
                           line != nullptr ? errors_of_node.take(*line) : errors_of_node.release();
                         });
                       }});
    end.time_ns = now_ns();
    describe(end, child, read_handshake(handshake.path()));
    end.lost_peer = child.signal == SIGABRT && errors_of_node.lost_peer();
  } catch (const Failure& failure) {
    end.exit_status = failure.exit_status();
    end.refusal = failure.what();
  }
  errors_of_node.drop(end.refusal);
  errors_of_node.release();
  write_record(record_line(end));
  if (!end.is_good() && !end.was_stopped) std::this_thread::sleep_for(failed_node_waits);
  return status_of(end);
}

}  // namespace gusset::cli
