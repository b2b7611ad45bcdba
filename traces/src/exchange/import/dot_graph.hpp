#pragma once
#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "gus/file_text.hpp"
#include "gusset/base/result.hpp"
#include "issue_list.hpp"
#include "name_table.hpp"

namespace gusset::traces::import {

/// What a DOT file draws: nodes in the order of their first appearance, and edges.
struct DotGraph {
  using Attributes = std::map<std::string, std::string>;
  struct Edge {
    std::uint32_t from = 0;
    std::uint32_t to = 0;
    bool is_directed = true;  ///< written "->" and without dir=none
    bool is_line = false;     ///< written "--"
    std::string style;
    bool has_weight = false;  ///< a size or weight
    std::uint32_t line = 0;
  };
  NameTable names;
  std::vector<Attributes> attributes;    ///< of each node itself, not by default
  std::vector<std::uint32_t> node_line;  ///< where each first appears
  std::vector<Edge> edges;
};

/// Parses a file of Graphviz's language; clusters and subgraphs are taken for what is in them. A file that
/// ends too early is an issue, all else that is no DOT an error.
Result<DotGraph> parse_dot(const FileText& source, IssueList& issues);

/// A label's text as it is shown: \n and \l are line ends, \N is the node's name, and entities are
/// characters.
std::string dot_label(const std::string& label, const std::string& node);

}  // namespace gusset::traces::import
