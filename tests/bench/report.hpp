#pragma once
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace gusset::bench {

/// One figure: ours, others' in the same run, and what it should be. What is absent was not measured.
struct Figure {
  std::string name;
  std::string unit;
  std::optional<double> ours{};
  std::map<std::string, double> peers{};
  std::optional<double> goal{};
  std::optional<double> stretch{};
  std::string better = "lower";  ///< or "higher"
};

/// The best of the peers' values.
std::optional<double> best_peer(const Figure& figure);

/// A Markdown table with a column for each of `peers`, "–" where there is no value.
std::string format_table(const std::vector<Figure>& figures, const std::vector<std::string>& peers);

/// The names of all peers that have a value, in alphabetical order.
std::vector<std::string> peers_of(const std::vector<Figure>& figures);

/// Prints the figures as JSON, or as a table with a column for each of `peers`.
void print(const std::vector<Figure>& figures, const std::vector<std::string>& peers, bool is_json);

/// A list of {name, unit, ours, peers, goal, better}; null where there is no value.
std::string format_json(const std::vector<Figure>& figures);

}  // namespace gusset::bench
