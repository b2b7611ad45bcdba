#pragma once
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>

namespace gusset::cluster::bench {

/// The quantity to measure. Its text names it on command lines: see text_of().
enum class Probe : std::uint8_t {
  passed_by_ns,     ///< ns for each submitted task of another node, on a node that owns nothing
  own_task_ns,      ///< ns for each empty task of a Cholesky graph, from the first submission to the end
  hop_us,           ///< µs from a task to the next one, which reads its result on the other node
  message_hop_us,   ///< µs from a task to the next one, which an active message fulfils on the other node
  messages_per_s,   ///< versions of `bytes` bytes that one node sends to another, per second
  graph_s,          ///< s for a Cholesky graph of tasks that take 500 µs of processor time
  cholesky_s,       ///< s for a real Cholesky factorization
  graph_task_ns,    ///< ns for each independent empty task of a task graph
  dependencies_ns,  ///< ns for each empty task of a task graph that waits for 8 others, on all processors
  gemm_2d,          ///< GFlop/s of a matrix product, tiles on a grid in two dimensions, as a task graph
  gemm_3d,          ///< the same with partial sums on a cube of nodes
  graph_cholesky,   ///< GFlop/s of a Cholesky factorization as a task graph with priorities
  random_cholesky,  ///< the same with blocks of random sizes
  slowed_smart,  ///< share of the time lost to a competing process that remains with load balancing by smart
  slowed_equalize,  ///< the same by equalize
  metg_us,          ///< the smallest granularity of a stencil's tasks with an efficiency of 50 %
};

/// The name of a probe on command lines: "passed-by", "own-task", "hop", ….
std::string text_of(Probe probe);
/// The probe with that name; none if there is none.
std::optional<Probe> probe_of(const std::string& text);

/// How large a measurement is.
struct Work {
  Probe probe = Probe::hop_us;
  std::size_t size = 0;   ///< tasks, hops, versions or steps; blocks in a row of a matrix
  std::size_t bytes = 8;  ///< of a version; in example programs, the rows of matrices
};

/// How many processes and threads work.
struct Nodes {
  unsigned nodes = 2;
  unsigned threads = 1;  ///< per node
};

/// One row of a table.
struct Row {
  std::string name{};
  std::string unit{};
  Work work{};
  Nodes nodes{};
  bool is_share = false;  ///< the value is the time of 1 node with 2 threads ÷ the time of these nodes
  std::optional<double> goal{};
  std::optional<double> limit{};
  std::string better{"lower"};  ///< or "higher"
};

}  // namespace gusset::cluster::bench
