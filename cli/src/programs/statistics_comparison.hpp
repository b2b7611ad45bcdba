#pragma once
#include <string>
#include <vector>

#include "gusset/simulator/predict/statistics.hpp"
#include "gusset/traces/answers/answer.hpp"

namespace gusset::cli {

/// Compares two statistics documents of one program: a prediction and a run on real nodes, two predictions,
/// or two runs. Counts come first: on the same grid they must be equal, node by node.
class StatisticsComparison {
 public:
  using Statistics = simulator::SimulationStatistics;

  StatisticsComparison(const Statistics& a, const Statistics& b) : a_(a), b_(b) {}

  bool counts_are_equal() const { return differences().empty(); }
  traces::Answer answer() const;
  /// The document that `gusset compare --json` prints. The names are those of the two files.
  std::string json(const std::string& name_a, const std::string& name_b) const;

 private:
  /// A count that differs between the documents.
  struct Difference {
    std::string of;        ///< "node 2", or "node 0 to node 2"
    std::string quantity;  ///< "messages sent"
    std::uint64_t a = 0;
    std::uint64_t b = 0;
  };
  std::vector<Difference> differences() const;
  std::string count_sentence() const;
  std::string time_sentence() const;
  std::vector<std::string> notes() const;
  traces::Table totals_table() const;
  traces::Table difference_table() const;
  traces::Table times_table() const;
  traces::Table memory_table() const;

  const Statistics& a_;
  const Statistics& b_;
};

}  // namespace gusset::cli
