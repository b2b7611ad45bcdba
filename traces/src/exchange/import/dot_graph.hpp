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

/// The contents of a DOT file: nodes in order of first appearance, and edges.
struct DotGraph {
  using Attributes = std::map<std::string, std::string>;
  struct Edge {
    std::uint32_t from = 0;
    std::uint32_t to = 0;
    bool is_directed = true;  ///< "->" without dir=none
    bool is_line = false;     ///< "--"
    std::string style;
    bool has_weight = false;  ///< has a size or a weight
    std::uint32_t line = 0;
  };
  NameTable names;
  std::vector<Attributes> attributes;    ///< each node's own attributes, without defaults; indexed by node
  std::vector<std::uint32_t> node_line;  ///< the line of each node's first appearance
  std::vector<Edge> edges;
};

/// Parses a file in Graphviz's language. Clusters and subgraphs are flattened. A truncated file is an issue;
/// any other syntax error is an error.
Result<DotGraph> parse_dot(const FileText& source, IssueList& issues);

/// A label's text as shown: \n and \l become line ends, \N becomes the node's name, and entities become
/// characters.
std::string dot_label(const std::string& label, const std::string& node);

}  // namespace gusset::traces::import
