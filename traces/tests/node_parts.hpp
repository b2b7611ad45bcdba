#pragma once
#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <string>
#include <vector>

#include "gusset/traces/gus/recording_file.hpp"

namespace gusset::traces::testing {

/// A run on several nodes as it really was, in true times, and how the nodes record it: part_of makes each
/// node's part.
struct NodeRun {
  struct Task {
    std::uint64_t number = 0;
    std::size_t node = 0;
    std::size_t worker = 0;  ///< of the node
    std::int64_t submit_ns = 0;
    std::int64_t begin_ns = 0;
    std::int64_t end_ns = 0;
    std::string type = "task";
    std::uint64_t parent = no_number;
    std::vector<Access> accesses{};  ///< handles by their rows in the node's part
  };
  struct Transfer {
    std::size_t handle = 0;
    std::uint32_t version = 0;
    std::size_t from = 0;
    std::size_t to = 0;
    std::int64_t send_ns = 0;
    std::int64_t arrival_ns = 0;
    std::uint64_t bytes = 800;
    std::uint32_t listeners = 1;
  };
  /// A node's clock, which reads true time · (1 − drift) − behind_ns. The merger must find out both numbers;
  /// the other members are what it can use for that.
  struct Clock {
    std::int64_t behind_ns = 0;
    double drift = 0;
    double ticks_per_ns = 1;
    std::string host = "one host";
    int comparisons = 0;  ///< at the start, and as many at the end if `at_end`
    bool at_end = true;
  };
  std::vector<std::uint32_t> grid{2};
  std::string run = "run 1";
  std::size_t workers = 1;
  HandleColumns handles;
  HandleIdentities identities;  ///< empty: not written
  std::vector<Task> tasks;
  std::vector<Transfer> transfers;
  std::vector<std::vector<std::string>> notes;  ///< by node; missing ones have none
  std::vector<Clock> clocks;                    ///< by node; missing ones are exact
  std::int64_t start_ns = 1'000'000'000;        ///< time 0 of tasks and transfers, on the exact clock
  std::int64_t end_ns = 10'000'000;             ///< the run's length
  std::uint64_t seed = 1;                       ///< of the comparisons' delays

  void add_handle(const std::string& name, std::uint64_t size_bytes, std::size_t owner,
                  HandleScope scope = HandleScope::all_nodes);
};

inline constexpr AccessModeId reads{0};
inline constexpr AccessModeId writes{1};

/// The file that a node records.
std::vector<std::byte> part_of(const NodeRun& run, std::size_t node);

/// Writes all parts to "NAME.nodeR.gus" in a folder and returns their paths.
std::vector<std::filesystem::path> write_parts(const NodeRun& run, const std::filesystem::path& folder,
                                               const std::string& name);

/// Four tasks on two nodes. Task 0 (node 0) writes a; task 1 (node 1) reads it and writes b; task 2 (node 0)
/// reads b, task 3 (node 1) reads a. a and b travel once each.
NodeRun two_node_run();

/// A random correct run: tasks write a handle of their node and read some of others'.
NodeRun random_run(std::uint64_t seed, std::vector<std::uint32_t> grid, std::size_t tasks);

}  // namespace gusset::traces::testing
