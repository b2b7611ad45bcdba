#pragma once
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace gusset::simulator::bench {

/// One line of the table. Each measurement yields one figure in its own process.
struct Row {
  std::string name;
  std::string unit;
  std::optional<double> goal;
  std::string better;  ///< "lower" or "higher"
  std::function<double()> ours;
  std::map<std::string, std::function<double()>> peers;
};

/// Returns all rows. Add new rows here.
std::vector<Row> rows();

}  // namespace gusset::simulator::bench
