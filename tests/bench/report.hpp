#pragma once
#include <map>
#include <optional>
#include <string>
#include <vector>

namespace gusset::bench {

/// One figure: our value, the peers' values from the same run, and the goal. An absent value was not
/// measured.
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

/// Makes a Markdown table with a column for each of `peers`; "–" marks a missing value.
std::string format_table(const std::vector<Figure>& figures, const std::vector<std::string>& peers);

/// Names of all peers with a value, sorted.
std::vector<std::string> peers_of(const std::vector<Figure>& figures);

/// Prints the figures as JSON, or as a table with a column for each of `peers`.
void print(const std::vector<Figure>& figures, const std::vector<std::string>& peers, bool is_json);

/// Makes a JSON list of {name, unit, ours, peers, goal, better}; a missing value is null.
std::string format_json(const std::vector<Figure>& figures);

}  // namespace gusset::bench
