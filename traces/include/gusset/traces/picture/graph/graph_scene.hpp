#pragma once
#include <atomic>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "gusset/traces/model/trace.hpp"
#include "gusset/traces/picture/graph/drawn_graph.hpp"
#include "gusset/traces/picture/graph/graph_fold.hpp"
#include "gusset/traces/picture/graph/graph_layout.hpp"

namespace gusset::traces {

/// A point of the drawing, from its top left.
struct ScenePoint {
  double x = 0.0;
  double y = 0.0;
  friend bool operator==(const ScenePoint&, const ScenePoint&) = default;
};

/// One box of the drawing.
struct GraphBox {
  enum class Kind : std::uint8_t { task, version, junction, group, open_group };  ///< first those of nodes
  Kind kind = Kind::task;
  std::uint32_t number = 0;  ///< of the node, or of the group
  std::uint32_t depth = 0;   ///< in how many open groups it stands
  double x = 0.0;            ///< of its left edge
  double y = 0.0;            ///< of its upper edge
  double width = 0.0;
  double height = 0.0;
  std::uint64_t inner_edges = 0;  ///< of a group: those between its own nodes
  std::string label;              ///< of an open group, the text of its title
  std::string second_line;        ///< of a group: how much it holds
  double middle_x() const { return x + width / 2; }
  double middle_y() const { return y + height / 2; }
  double right() const { return x + width; }
  double bottom() const { return y + height; }
  bool is_group() const { return kind == Kind::group || kind == Kind::open_group; }
  bool contains(double px, double py) const { return px >= x && px < right() && py >= y && py < bottom(); }
  friend bool operator==(const GraphBox&, const GraphBox&) = default;
};

/// All edges between two boxes, as one line.
struct GraphLine {
  enum class Kind : std::uint8_t {
    waits,       ///< the one at its end waits for the one at its begin
    only_waits,  ///< from a reader to the next version: dotted
    commutes,    ///< any order, but not at once: dashed, without direction
  };
  Kind kind = Kind::waits;
  bool upwards = false;     ///< closes a cycle of groups
  bool is_arc = false;      ///< between boxes of one level, below those between
  bool is_bundle = false;   ///< stands for several lines between what is in open groups
  bool is_bundled = false;  ///< one of those: to be shown only with what it joins
  std::uint32_t from = 0;
  std::uint32_t to = 0;
  std::uint64_t count = 1;        ///< of edges; of lines that commute, 1
  std::uint32_t first_point = 0;  ///< into the scene's points; the first one stands at `from`
  std::uint32_t point_count = 0;
  friend bool operator==(const GraphLine&, const GraphLine&) = default;
};

/// What is to be seen of a graph, in units of a drawing with letters of `letter_width`. Immutable.
struct GraphScene {
  static constexpr std::uint32_t none = ~std::uint32_t{0};
  static constexpr double letter_width = 7.0;
  static constexpr double letter_height = 12.0;
  static constexpr double title_height = 24.0;  ///< of an open group
  std::vector<GraphBox> boxes;                  ///< open groups before what stands in them
  std::vector<GraphLine> lines;
  std::vector<ScenePoint> points;
  std::vector<std::uint32_t> box_of_node;   ///< its own, or that of the closed group that it is in
  std::vector<std::uint32_t> box_of_group;  ///< none where it stands in a closed one
  LayoutSize size;

  /// The innermost box at a point; nothing beside them.
  std::optional<std::uint32_t> box_at(double x, double y) const;
  friend bool operator==(const GraphScene&, const GraphScene&) = default;
};

/// Lines from one box to those in an open group, or between those of two.
inline constexpr std::size_t most_lines_of_box = 24;
inline constexpr std::size_t most_lines_of_groups = 600;

/// How strongly a line is drawn that stands for so many edges: 0 (one) to 3.
int line_strength(std::uint64_t count);
inline constexpr std::size_t line_strengths = 4;

/// What a line looks like; on paper and on a screen alike. Those before only_waits are whole, one for each
/// strength.
enum class GraphLineStyle : std::uint8_t {
  strength_0,
  strength_1,
  strength_2,
  strength_3,
  only_waits,    ///< dotted
  commutes,      ///< dashed
  far,           ///< leads far among many others: fainter than those
  far_commutes,  ///< the same, dashed
};
inline constexpr std::size_t graph_line_styles = 8;

/// The style of one of so many lines.
GraphLineStyle line_style(const GraphLine& line, std::size_t lines);

/// Draws the nodes of open groups and the others as one box each. The groups that are open in `open` (by
/// number; the root always is) stand where their closed boxes stood: a scene is the same however it was
/// reached, and boxes that one opening does not push aside stay (see resized). Edges between the same
/// two boxes are one line; a junction of which fewer lines can do without is left out. Nothing where it was
/// cancelled.
std::optional<GraphScene> compose_scene(const DrawnGraph& graph, const FoldTree& tree, const Trace& trace,
                                        const std::vector<bool>& open,
                                        const std::atomic<bool>* cancelled = nullptr);

}  // namespace gusset::traces
