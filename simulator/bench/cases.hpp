#pragma once
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace gusset::simulator::bench {

/// One line of the table; each measurement is one figure, in a process of its own.
struct Row {
  std::string name;
  std::string unit;
  std::optional<double> goal;
  std::string better;  ///< "lower" or "higher"
  std::function<double()> ours;
  std::map<std::string, std::function<double()>> peers;
};

/// All rows; further ones are added here.
std::vector<Row> rows();

}  // namespace gusset::simulator::bench
