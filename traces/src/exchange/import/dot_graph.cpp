#include "dot_graph.hpp"

#include <string_view>
#include <utility>

#include "dot_lexer.hpp"
#include "import_errors.hpp"

namespace gusset::traces::import {
namespace {

using TokenKind = DotToken::Kind;
using Attributes = DotGraph::Attributes;

constexpr int deepest = 64;

class DotParser {
 public:
  DotParser(const FileText& source, IssueList& issues)
      : source_(source), issues_(issues), lexer_(source.text()), token_(lexer_.next()) {}

  Result<DotGraph> parse() {
    if (token_.is_keyword("strict")) advance();
    if (!token_.is_keyword("digraph") && !token_.is_keyword("graph")) return bad("graph or digraph");
    advance();
    if (token_.kind == TokenKind::name) advance();
    std::vector<std::uint32_t> ignored;
    auto done = body({}, 0, ignored);
    if (!done) {
      // The file is only truncated: keep everything before its end.
      if (token_.kind != TokenKind::end && token_.kind != TokenKind::unterminated) return done.error();
      issues_.add(ImportIssue::Kind::truncated, done.error());
    } else if (token_.kind != TokenKind::end) {
      issues_.add(ImportIssue::Kind::dropped_value, errors::at_line(source_.name(), token_.line),
                  "one graph in the file", "more (dropped)");
    }
    return std::move(graph_);
  }

 private:
  void advance() { token_ = lexer_.next(); }

  Error bad(const char* expected) const {
    const bool at_end = token_.kind == TokenKind::end || token_.kind == TokenKind::unterminated;
    return {errors::at_line(source_.name(), token_.line), expected,
            at_end ? "the end of the file" : errors::shown(token_.text)};
  }

  /// '{' statements '}'. `members` receives the nodes named within, for edges to a whole subgraph.
  Result<Done> body(Attributes edge_defaults, int depth, std::vector<std::uint32_t>& members) {
    if (!token_.is('{')) return bad("{");
    if (depth == deepest) return bad("subgraphs nested at most 64 deep");
    advance();
    while (!token_.is('}')) {
      if (token_.is(';') || token_.is(',')) {
        advance();
        continue;
      }
      if (auto done = statement(edge_defaults, depth, members); !done) return done;
    }
    advance();
    return Done{};
  }

  Result<Done> statement(Attributes& edge_defaults, int depth, std::vector<std::uint32_t>& members) {
    if (token_.is_keyword("edge") || token_.is_keyword("node") || token_.is_keyword("graph")) {
      const bool is_edge = token_.is_keyword("edge");
      advance();
      Attributes attributes;
      if (auto done = attribute_lists(attributes); !done) return done;
      for (auto& [key, value] : attributes) {
        if (is_edge) edge_defaults[key] = std::move(value);
      }
      return Done{};
    }
    const bool is_name = token_.kind == TokenKind::name && !token_.is_keyword("subgraph");
    if (is_name && !is_node()) {  // an attribute of the graph
      advance();
      advance();
      if (token_.kind != TokenKind::name) return bad("a value");
      advance();
      return Done{};
    }
    std::vector<std::vector<std::uint32_t>> chain(1);
    if (auto done = operand(edge_defaults, depth, chain.back()); !done) return done;
    std::vector<std::pair<bool, std::uint32_t>> links;  // is directed, line number
    while (token_.kind == TokenKind::arrow || token_.kind == TokenKind::line) {
      links.emplace_back(token_.kind == TokenKind::arrow, token_.line);
      advance();
      chain.emplace_back();
      if (auto done = operand(edge_defaults, depth, chain.back()); !done) return done;
    }
    Attributes attributes;
    if (auto done = attribute_lists(attributes); !done) return done;
    for (const auto& part : chain) members.insert(members.end(), part.begin(), part.end());
    if (links.empty()) {
      if (is_name) {
        for (const std::uint32_t node : chain.front()) {
          for (const auto& [key, value] : attributes) graph_.attributes[node][key] = value;
        }
      }
      return Done{};
    }
    for (auto& [key, value] : edge_defaults) attributes.try_emplace(key, value);
    add_edges(chain, links, attributes);
    return Done{};
  }

  void add_edges(const std::vector<std::vector<std::uint32_t>>& chain,
                 const std::vector<std::pair<bool, std::uint32_t>>& links, Attributes& attributes) {
    const bool has_direction = attributes["dir"] != "none";
    const bool is_backward = attributes["dir"] == "back";
    const bool has_weight = attributes.contains("size") || attributes.contains("weight");
    for (std::size_t i = 0; i < links.size(); ++i) {
      for (const std::uint32_t from : chain[i]) {
        for (const std::uint32_t to : chain[i + 1]) {
          DotGraph::Edge edge{from,
                              to,
                              links[i].first && has_direction,
                              !links[i].first,
                              attributes["style"],
                              has_weight,
                              links[i].second};
          if (is_backward) std::swap(edge.from, edge.to);
          graph_.edges.push_back(std::move(edge));
        }
      }
    }
  }

  /// Whether the token names a node, and does not begin another kind of statement.
  bool is_node() const {
    for (const char* const keyword : {"subgraph", "node", "edge", "graph"}) {
      if (token_.is_keyword(keyword)) return false;
    }
    return token_.kind == TokenKind::name && !DotLexer(lexer_).next().is('=');
  }

  /// Nodes separated by commas, or all nodes of a subgraph.
  Result<Done> operand(const Attributes& edge_defaults, int depth, std::vector<std::uint32_t>& nodes) {
    if (token_.is_keyword("subgraph") || token_.is('{')) {
      if (!token_.is('{')) {
        advance();
        if (token_.kind == TokenKind::name) advance();
      }
      return body(edge_defaults, depth + 1, nodes);
    }
    if (token_.kind != TokenKind::name) return bad("a node, an edge or }");
    while (true) {
      nodes.push_back(node());
      while (token_.is(':')) {  // skips a port
        advance();
        if (token_.kind != TokenKind::name) return bad("a port");
        advance();
      }
      if (!token_.is(',')) return Done{};
      advance();
      if (!is_node()) return Done{};  // tolerates a comma between statements
    }
  }

  std::uint32_t node() {
    const std::uint32_t number = graph_.names.add(token_.text);
    if (number == graph_.attributes.size()) {
      graph_.attributes.emplace_back();
      graph_.node_line.push_back(token_.line);
    }
    advance();
    return number;
  }

  Result<Done> attribute_lists(Attributes& attributes) {
    while (token_.is('[')) {
      advance();
      while (!token_.is(']')) {
        if (token_.is(',') || token_.is(';')) {
          advance();
          continue;
        }
        if (token_.kind != TokenKind::name) return bad("an attribute or ]");
        std::string key = std::move(token_.text);
        advance();
        std::string value = "true";
        if (token_.is('=')) {
          advance();
          if (token_.kind != TokenKind::name) return bad("a value");
          value = std::move(token_.text);
          advance();
        }
        attributes[std::move(key)] = std::move(value);
      }
      advance();
    }
    return Done{};
  }

  const FileText& source_;
  IssueList& issues_;
  DotLexer lexer_;
  DotToken token_;
  DotGraph graph_;
};

}  // namespace

Result<DotGraph> parse_dot(const FileText& source, IssueList& issues) {
  return DotParser(source, issues).parse();
}

std::string dot_label(const std::string& label, const std::string& node) {
  constexpr std::pair<std::string_view, char> entities[] = {
      {"&amp;", '&'}, {"&lt;", '<'}, {"&gt;", '>'}, {"&quot;", '"'}};
  std::string out;
  for (std::size_t i = 0; i < label.size(); ++i) {
    if (label[i] == '\\' && i + 1 < label.size()) {
      const char next = label[++i];
      if (next == 'N') {
        out += node;
      } else {
        out += next == 'n' || next == 'l' || next == 'r' ? '\n' : next;
      }
      continue;
    }
    bool is_entity = false;
    for (const auto& [entity, character] : entities) {
      if (std::string_view(label).substr(i).starts_with(entity)) {
        out += character;
        i += entity.size() - 1;
        is_entity = true;
        break;
      }
    }
    if (!is_entity) out += label[i];
  }
  return out;
}

}  // namespace gusset::traces::import
