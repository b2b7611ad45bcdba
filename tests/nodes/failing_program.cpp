// Runs tasks whose data moves from node to node, until one node fails in a chosen way.
// usage: failing_program FAILURE NODE MOMENT [WORD…]
// FAILURE  kill, segv, abort or throw: in the node's MOMENT-th kernel
//          exit, diverge or deadlock: when the program is about to submit its MOMENT-th task
//          disk: no file that the node writes may grow beyond MOMENT KiB
//          none
// WORD     ignored; marks the processes, so that a test can find them
#include <sys/resource.h>

#include <atomic>
#include <chrono>
#include <csignal>
#include <cstddef>
#include <cstdio>
#include <cstdlib>
#include <stdexcept>
#include <string>

#include "gusset/core.hpp"

namespace {

using gusset::NodeId;
using Matrix = gusset::TiledMatrix<double>;
using In = gusset::Tile<const double>;
using Out = gusset::Tile<double>;

struct Failure {
  std::string what;
  unsigned node;
  unsigned moment;
};

unsigned this_node() {
  for (const char* name : {"OMPI_COMM_WORLD_RANK", "PMI_RANK"}) {
    if (const char* const text = std::getenv(name); text != nullptr)
      return static_cast<unsigned>(std::atoi(text));
  }
  return 0;
}

void fail(const std::string& what) {
  std::signal(SIGSEGV, SIG_DFL);  // sanitizers install handlers for both
  std::signal(SIGABRT, SIG_DFL);
  if (what == "kill") std::raise(SIGKILL);
  if (what == "segv") std::raise(SIGSEGV);
  if (what == "abort") std::abort();
  if (what == "throw") throw std::runtime_error("no luck");
}

std::atomic<unsigned> tasks{0};

void limit_files(std::size_t bytes) {
  const rlimit limit{bytes, bytes};
  setrlimit(RLIMIT_FSIZE, &limit);
  std::signal(SIGXFSZ, SIG_IGN);
}

void work_for(std::chrono::microseconds time) {
  const auto end = std::chrono::steady_clock::now() + time;
  while (std::chrono::steady_clock::now() < end) {
  }
}

class Program {
 public:
  explicit Program(const Failure& failure)
      : failure_(failure),
        is_here_(failure.node == this_node()),
        nodes_(runtime_.grid().nodes()),
        short_(matrix("short", 60)),
        long_(matrix("long", 2000)) {
    if (is_here_ && failure.what == "disk") limit_files(failure.moment * 1024UL);  // after the start of MPI
    for (Matrix* each : {&short_, &long_}) {
      each->init([](auto, auto, Out tile, auto, auto) {
        for (std::size_t row = 0; row < tile.rows; ++row) tile(row, 0) = 1.0;
      });
    }
  }

  void run() {
    for (unsigned step = 0; step < 100; ++step) {
      for (unsigned i = 0; i < blocks(); ++i) {
        submit(short_((i + 1) % blocks(), 0), long_(i, 0));
        submit(long_((i + 1) % blocks(), 0), short_(i, 0));
      }
      if (step % 30 == 29) runtime_.wait();
    }
    runtime_.wait();
  }

 private:
  unsigned blocks() const { return 4 * nodes_; }
  Matrix matrix(const char* name, std::size_t rows) {
    return Matrix::full(runtime_, name, rows * blocks(), 1, blocks(), 1,
                        [this](std::size_t i, std::size_t) { return NodeId(i % nodes_); });
  }

  void submit(const gusset::TileReference<double>& from, const gusset::TileReference<double>& to) {
    static const gusset::TaskType type("step"), other("other");
    const bool is_now = ++submitted_ == failure_.moment;
    if (is_now && is_here_ && failure_.what == "exit") std::exit(0);
    if (is_now && failure_.what == "deadlock") runtime_.wait(long_(failure_.node, 0), 1'000'000);
    const bool diverges = is_now && is_here_ && failure_.what == "diverge";
    const std::string what = is_here_ ? failure_.what : "none";
    runtime_.submit(
        diverges ? other() : type(),
        [what, moment = failure_.moment](In in, Out out) {
          work_for(std::chrono::microseconds(100));
          out(0, 0) = 0.5 * (in(0, 0) + out(0, 0));
          if (tasks.fetch_add(1, std::memory_order_relaxed) + 1 == moment) fail(what);
        },
        read(from), write(to));
  }

  const Failure failure_;
  const bool is_here_;
  gusset::Runtime runtime_;
  const unsigned nodes_;
  Matrix short_;
  Matrix long_;
  unsigned submitted_ = 0;
};

}  // namespace

int main(int count, char** words) {
  if (count < 4) return std::fprintf(stderr, "usage: failing_program FAILURE NODE MOMENT [WORD…]\n"), 2;
  const Failure failure{words[1], static_cast<unsigned>(std::atoi(words[2])),
                        static_cast<unsigned>(std::atoi(words[3]))};
  try {
    Program(failure).run();
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s\n", error.what());
    return 1;
  }
  std::puts("done");
  return 0;
}
