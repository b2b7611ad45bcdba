#pragma once
#include <compare>
#include <cstddef>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "accuracy/command_runner.hpp"

namespace accuracy {

/// A run of cholesky, gemm or collectives on several nodes with one thread each.
struct ClusterCase {
  std::string program;
  std::size_t size = 0;    ///< rows of matrices, or bytes of each node's vector
  std::size_t part = 256;  ///< rows of a tile, or how many times the operation is performed
  unsigned nodes = 2;
  std::string operation{};  ///< of collectives

  /// The name in reports.
  const std::string& name() const { return operation.empty() ? program : operation; }
  friend auto operator<=>(const ClusterCase&, const ClusterCase&) = default;
};

/// What to measure. The calibrated sizes must not be among the predicted ones.
struct ClusterPlan {
  std::vector<ClusterCase> calibration;  ///< on as many nodes as there are cores, or fewer
  std::vector<ClusterCase> cases;
  std::size_t rounds = 7;
  std::string launcher;  ///< empty: as gusset chooses
};

ClusterPlan whole_cluster_plan();
/// All-reduces and broadcasts of 8 bytes to 16 MB on 2 to 16 nodes. Costs come from other sizes.
ClusterPlan collective_plan();
/// A plan that takes some seconds. It says little about accuracy.
ClusterPlan quick_cluster_plan();

/// A case with its measured and predicted times, and whether the counts of its run and its prediction are
/// equal.
struct StudiedClusterCase {
  ClusterCase which;
  std::vector<double> measured_s;  ///< makespans, one per round
  double predicted_s = 0.0;
  bool is_reliable = true;  ///< the prediction does not say that it is not
  bool has_equal_counts = false;
};

struct ClusterStudy {
  std::string cpu;
  std::string network;  ///< what gusset calibrate --network says about the largest number of nodes
  std::vector<StudiedClusterCase> cases;
};

/// Measures and predicts. Calibration runs and measured runs alternate, so that drift in the machine's speed
/// affects all alike. Reports progress on standard error. Throws std::runtime_error if a command fails.
ClusterStudy run_cluster_study(const CommandRunner& runner, const ClusterPlan& plan);

/// Returns true if both statistics documents have the same numbers of tasks, messages, bytes and listeners,
/// on each node and between any two.
bool has_equal_counts(const nlohmann::json& measured, const nlohmann::json& predicted);

}  // namespace accuracy
