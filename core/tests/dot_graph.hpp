#pragma once
#include <algorithm>
#include <set>
#include <sstream>
#include <string>
#include <utility>
#include <vector>

namespace gusset::testing {

/// The structure of a Graphviz drawing with a node or an edge on each line, for tests to query.
struct DotGraph {
  using Edge = std::pair<std::string, std::string>;
  std::vector<std::string> tasks;
  std::vector<std::string> boxes;  ///< the boxes' labels
  std::set<Edge> arrows;           ///< solid arrows
  std::set<Edge> dotted;
  std::set<Edge> children;
  std::set<Edge> dashed;

  explicit DotGraph(const std::string& text) {
    std::istringstream lines(text);
    for (std::string line; std::getline(lines, line);) add(line);
  }

 private:
  void add(const std::string& line) {
    const auto has = [&](const char* part) { return line.find(part) != std::string::npos; };
    if (has(" -> ")) {
      std::istringstream words(line);
      std::string from, arrow, to;
      words >> from >> arrow >> to;
      std::erase(to, ';');
      (has("odot") ? children : has("dashed") ? dashed : has("dotted") ? dotted : arrows).emplace(from, to);
    } else if (has("label=")) {
      const std::size_t begin = line.find("label=\"") + 7;
      const std::string label = line.substr(begin, line.find('"', begin) - begin);
      (has("shape=box") ? boxes : tasks).push_back(label);
    }
  }
};

}  // namespace gusset::testing
