#pragma once
#include <atomic>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "gusset/traces/model/task_times.hpp"
#include "gusset/traces/model/trace.hpp"
#include "gusset/traces/picture/graph/drawn_graph.hpp"
#include "gusset/traces/picture/graph/graph_fold.hpp"
#include "gusset/traces/picture/graph/graph_layout.hpp"

namespace gusset::traces {

/// A point in the drawing's coordinates, from its top left.
struct ScenePoint {
  double x = 0.0;
  double y = 0.0;
  friend bool operator==(const ScenePoint&, const ScenePoint&) = default;
};

/// A box of the drawing.
struct GraphBox {
  /// The kinds of nodes come first.
  enum class Kind : std::uint8_t { task, version, junction, group, open_group };
  Kind kind = Kind::task;
  std::uint32_t number = 0;  ///< number of the node or of the group
  std::uint32_t depth = 0;   ///< number of open groups around it
  double x = 0.0;            ///< left edge
  double y = 0.0;            ///< upper edge
  double width = 0.0;
  double height = 0.0;
  std::uint64_t inner_edges = 0;  ///< of a group: edges between its own nodes
  std::string label;              ///< of an open group: its title
  /// Of a group: how much it contains. Of a task: how long it ran, if the scene shows that and it is known.
  std::string second_line;
  double middle_x() const { return x + width / 2; }
  double middle_y() const { return y + height / 2; }
  double right() const { return x + width; }
  double bottom() const { return y + height; }
  bool is_group() const { return kind == Kind::group || kind == Kind::open_group; }
  bool contains(double px, double py) const { return px >= x && px < right() && py >= y && py < bottom(); }
  friend bool operator==(const GraphBox&, const GraphBox&) = default;
};

/// All edges between two boxes, drawn as one line.
struct GraphLine {
  enum class Kind : std::uint8_t {
    waits,       ///< the box at the end waits for the box at the start
    only_waits,  ///< from a reader to the next version: dotted
    creates,     ///< the task at the start creates the task at the end: dotted
    commutes,    ///< any order, but never at the same time: dashed, undirected
  };
  Kind kind = Kind::waits;
  bool upwards = false;     ///< closes a cycle of groups
  bool is_arc = false;      ///< between boxes of one level; runs below the boxes between them
  bool is_bundle = false;   ///< replaces several lines between the contents of open groups
  bool is_bundled = false;  ///< replaced by a bundle: shown only with the boxes that it joins
  std::uint32_t from = 0;
  std::uint32_t to = 0;
  std::uint64_t count = 1;        ///< number of edges; 1 for a line of a commuting set
  std::uint32_t first_point = 0;  ///< index into the scene's points; the first point is at `from`
  std::uint32_t point_count = 0;
  friend bool operator==(const GraphLine&, const GraphLine&) = default;
};

/// The visible part of a graph, in units of a drawing whose characters are `character_width` wide. Immutable.
struct GraphScene {
  static constexpr std::uint32_t none = ~std::uint32_t{0};
  static constexpr double character_width = 7.0;
  static constexpr double font_size = 12.0;
  static constexpr double title_height = 24.0;  ///< of an open group
  std::vector<GraphBox> boxes;                  ///< open groups come before their contents
  std::vector<GraphLine> lines;
  std::vector<ScenePoint> points;
  /// The node's own box, or that of the closed group that contains it.
  std::vector<std::uint32_t> box_of_node;
  std::vector<std::uint32_t> box_of_group;  ///< none for a group inside a closed group
  LayoutSize size;
  std::size_t undrawn_creations = 0;  ///< see DrawnGraph

  /// Returns the innermost box at a point, or nothing if there is none.
  std::optional<std::uint32_t> box_at(double x, double y) const;
  friend bool operator==(const GraphScene&, const GraphScene&) = default;
};

/// The most lines from one box to the boxes of an open group, and between the boxes of two open groups,
/// before they are bundled.
inline constexpr std::size_t max_lines_of_box = 24;
inline constexpr std::size_t max_lines_of_groups = 600;

/// The strength of a line that represents `count` edges: from 0 (one edge) to 3.
int line_strength(std::uint64_t count);
inline constexpr std::size_t line_strengths = 4;

/// What a line looks like, on paper and on screen. The styles before only_waits are solid, one for each
/// strength.
enum class GraphLineStyle : std::uint8_t {
  strength_0,
  strength_1,
  strength_2,
  strength_3,
  only_waits,    ///< dotted
  creates,       ///< dotted, farther apart
  commutes,      ///< dashed
  far,           ///< solid but faint: a long line in a graph with many lines
  far_commutes,  ///< dashed and faint
};
inline constexpr std::size_t graph_line_styles = 9;

/// The style of a line in a scene with `lines` lines.
GraphLineStyle line_style(const GraphLine& line, std::size_t lines);

/// Draws the nodes of open groups, and one box for each other group. `open` says by number which groups are
/// open; the root always is. An open group takes the place of its closed box: a scene does not depend on the
/// order of clicks, and boxes that an opening does not push aside stay (see resized). Edges between the same
/// two boxes are one line. A junction is left out unless one open group contains all tasks before it or all
/// tasks after it, or too many lines would replace it. With `times`, which must belong to the trace, the
/// boxes of tasks that ran have a second line: how long they ran. A flat drawing has levels close
/// together, also if it is much wider than high, and boxes with room for larger names. Returns nothing if
/// cancelled.
std::optional<GraphScene> compose_scene(const DrawnGraph& graph, const FoldTree& tree, const Trace& trace,
                                        const std::vector<bool>& open,
                                        const std::atomic<bool>* cancelled = nullptr,
                                        const TaskTimes* times = nullptr, bool is_flat = false);

}  // namespace gusset::traces
