#include "rows.hpp"

#include <algorithm>
#include <array>
#include <utility>

namespace gusset::cluster::bench {
namespace {

constexpr std::array<std::pair<Probe, const char*>, 16> probes{
    {{Probe::passed_by_ns, "passed-by"},
     {Probe::own_task_ns, "own-task"},
     {Probe::hop_us, "hop"},
     {Probe::message_hop_us, "message-hop"},
     {Probe::messages_per_s, "messages"},
     {Probe::graph_s, "graph"},
     {Probe::cholesky_s, "cholesky"},
     {Probe::graph_task_ns, "graph-task"},
     {Probe::dependencies_ns, "graph-dependencies"},
     {Probe::gemm_2d, "gemm-2d"},
     {Probe::gemm_3d, "gemm-3d"},
     {Probe::graph_cholesky, "graph-cholesky"},
     {Probe::random_cholesky, "graph-cholesky-random"},
     {Probe::slowed_smart, "slowed-smart"},
     {Probe::slowed_equalize, "slowed-equalize"},
     {Probe::metg_us, "metg"}}};

constexpr std::size_t two_mib = std::size_t{2} << 20;

Row share(std::string name, const Work& work, Nodes nodes, double goal) {
  return {.name = std::move(name),
          .unit = "share",
          .work = work,
          .nodes = nodes,
          .is_share = true,
          .goal = goal,
          .better = "higher"};
}

/// An example program that prints its speed.
Row speed(std::string name, const Work& work, Nodes nodes) {
  return {.name = std::move(name), .unit = "GFlop/s", .work = work, .nodes = nodes, .better = "higher"};
}

/// What load balancing leaves of the time that a competing process costs. Half the speed on one of two nodes
/// costs at least 0.35 of what it costs without load balancing: the work takes 4/3 as long instead of twice.
Row remaining_loss(std::string name, Probe probe) {
  return {.name = std::move(name), .unit = "share", .work = {probe, 16, 4096}, .goal = 0.5};
}

std::vector<Row> make_rows() {
  constexpr Work graph{Probe::graph_s, 20};
  constexpr Work factorization{Probe::cholesky_s, 16, 4096};
  return {
      {.name = "a task of another node skipped",
       .unit = "ns",
       .work = {Probe::passed_by_ns, 500'000},
       .goal = 40,
       .limit = 60},
      {.name = "an empty task, 1 node", .unit = "ns", .work = {Probe::own_task_ns, 40}, .nodes = {1, 1}},
      {.name = "8 bytes from task to task", .unit = "us", .work = {Probe::hop_us, 20'000}, .goal = 3},
      {.name = "2 MiB from task to task", .unit = "us", .work = {Probe::hop_us, 400, two_mib}},
      {.name = "an active message of 8 bytes fulfils a task",
       .unit = "us",
       .work = {Probe::message_hop_us, 20'000}},
      {.name = "an active message of 2 MiB fulfils a task",
       .unit = "us",
       .work = {Probe::message_hop_us, 400, two_mib}},
      {.name = "versions of 8 bytes sent",
       .unit = "1/s",
       .work = {Probe::messages_per_s, 50'000},
       .better = "higher"},
      share("Cholesky, N = 4096, 2 nodes x 1 thread ÷ 1 x 2", factorization, {2, 1}, 0.95),
      share("tasks of 500 us, 2 nodes x 1 thread ÷ 1 x 2", graph, {2, 1}, 0.95),
      share("tasks of 500 us, 4 nodes x 1 thread ÷ 1 x 2", graph, {4, 1}, 0.90),
      share("tasks of 500 us, 9 nodes x 1 thread ÷ 1 x 2", graph, {9, 1}, 0.80),
      {.name = "a task of a graph, 1 node",
       .unit = "ns",
       .work = {Probe::graph_task_ns, 500'000},
       .nodes = {1, 1}},
      {.name = "a task of a graph with 8 dependencies, 1 node",
       .unit = "ns",
       .work = {Probe::dependencies_ns, 5'000},
       .nodes = {1, 1}},
      {.name = "a task of a graph with 8 dependencies, 2 nodes",
       .unit = "ns",
       .work = {Probe::dependencies_ns, 5'000}},
      speed("2D product as a task graph, N = 2048, 2 nodes", {Probe::gemm_2d, 8, 2048}, {2, 1}),
      speed("3D product as a task graph, N = 2048, 8 nodes", {Probe::gemm_3d, 8, 2048}, {8, 1}),
      speed("Cholesky as a task graph, N = 4096, 2 nodes", {Probe::graph_cholesky, 16, 4096}, {2, 1}),
      speed("Cholesky as a task graph, random blocks, N = 4096, 2 nodes", {Probe::random_cholesky, 16, 4096},
            {2, 1}),
      remaining_loss("Cholesky, N = 4096, one of 2 nodes slowed, loss left with smart", Probe::slowed_smart),
      remaining_loss("Cholesky, N = 4096, one of 2 nodes slowed, loss left with equalize",
                     Probe::slowed_equalize),
      {.name = "METG(50 %), stencil, a column per core", .unit = "us", .work = {Probe::metg_us, 2000}},
  };
}

}  // namespace

std::string text_of(Probe probe) {
  return std::find_if(probes.begin(), probes.end(), [=](const auto& each) { return each.first == probe; })
      ->second;
}

std::optional<Probe> probe_of(const std::string& text) {
  const auto* const found =
      std::find_if(probes.begin(), probes.end(), [&](const auto& each) { return each.second == text; });
  return found == probes.end() ? std::nullopt : std::optional(found->first);
}

const std::vector<Row>& rows() {
  static const std::vector<Row> all = make_rows();
  return all;
}

Work shortened(Work work) {
  switch (work.probe) {
    case Probe::own_task_ns:
    case Probe::graph_s:
      work.size = 4;
      break;
    case Probe::cholesky_s:
    case Probe::gemm_2d:
    case Probe::gemm_3d:
    case Probe::graph_cholesky:
    case Probe::random_cholesky:
    case Probe::slowed_smart:
    case Probe::slowed_equalize:
      work.size = 2;
      work.bytes = 64;
      break;
    default:
      work.size = std::min<std::size_t>(work.size, 100);
  }
  return work;
}

}  // namespace gusset::cluster::bench
