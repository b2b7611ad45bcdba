#pragma once
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "gusset/traces/picture/graph/drawn_graph.hpp"
#include "gusset/traces/picture/graph/graph_fold.hpp"
#include "gusset/traces/picture/graph/graph_picture.hpp"
#include "gusset/traces/picture/graph/graph_scene.hpp"
#include "gusset/traces/picture/graph/graph_times.hpp"
#include "gusset/viewer/model/state/session.hpp"

namespace gusset::viewer {

using picture::BoxColours;
using picture::GraphTimes;
using picture::GroupTimes;

/// A graph's layout with everything needed to draw it. Immutable.
struct GraphDrawing {
  std::size_t panel = 0;
  std::shared_ptr<const traces::Trace> trace;
  std::shared_ptr<const traces::DrawnGraph> graph;
  std::shared_ptr<const GraphTimes> times;
  traces::FoldBy fold;
  std::shared_ptr<const traces::FoldTree> tree;
  std::shared_ptr<const traces::GraphScene> scene;
  std::vector<bool> open;                  ///< per group: whether it is open
  std::vector<traces::ScenePoint> places;  ///< of the tasks, if the user has chosen them; otherwise empty
  bool is_flat = false;                    ///< as in compose_scene
  GroupTimes all_times;
  std::vector<GroupTimes> group_times;  ///< for each box that is a closed group
};

/// The task graph view of one open trace: which trace, how the graph is drawn and folded, and which groups
/// are open. The session's jobs lay out the graph when it is first needed and again after each change; the
/// previous layout stays visible meanwhile. On a projector, graphs are flat. For the user interface's thread
/// only.
class GraphSession {
 public:
  enum class By : std::uint8_t { tasks, data };

  explicit GraphSession(Session& session);

  /// Emitted after each change of anything below. Passes whether the scene was replaced.
  Signal<bool> changed;

  /// Whether the view is visible. Nothing is computed while it is not.
  void set_needed(bool needed);
  void show_panel(std::size_t panel);
  void show_by(By by);
  void fold_by(traces::FoldBy by);
  /// Opens or closes a group in place.
  void toggle(std::uint32_t group);
  void fold_all();

  std::size_t panel() const { return panel_; }
  By by() const { return by_; }
  const traces::FoldBy& fold() const { return fold_; }
  /// How the shown trace can be folded; empty without a document.
  std::vector<traces::FoldBy> folds() const;
  bool is_any_open() const;

  /// Whether the next layout is being computed.
  bool busy() const { return is_busy_; }
  /// The shown layout; null until it is computed.
  const GraphDrawing* drawing() const { return drawing_.get(); }
  /// The same, for jobs.
  std::shared_ptr<const GraphDrawing> shared_drawing() const { return drawing_; }
  /// The box of a task or of the closed group that contains it; nothing if the task is not shown.
  std::optional<std::uint32_t> box_of(TaskReference task) const;
  /// The colours of the shown graph. Keeps the previous colours while new ones are computed. Null if no graph
  /// is shown.
  std::shared_ptr<const BoxColours> colours() const { return colours_; }
  /// Text to show instead of a drawing, or over it while the next one is computed; may be empty.
  std::string message() const;
  /// The group that was toggled last; its box keeps its place in the view.
  std::optional<std::uint32_t> toggled() const { return toggled_; }
  /// The tooltip of a box, line by line, heading first.
  std::vector<std::string> tooltip(const traces::GraphBox& box) const;
  std::vector<std::string> tooltip(const traces::GraphLine& line) const;

 private:
  void document_changed(bool keep_view);
  void start();
  void start_over();
  /// Draws the graph again with all groups folded.
  void draw_folded();
  std::optional<std::string> missing_reason() const;
  std::vector<traces::ScenePoint> places() const;
  void find_colours();
  void drop_drawing();

  Session& session_;
  bool needed_ = false;
  bool is_stale_ = true;
  bool is_busy_ = false;
  std::size_t panel_ = 0;
  By by_ = By::tasks;
  traces::FoldBy fold_;
  bool fold_chosen_ = false;  ///< chosen by the user; otherwise the default for the graph's size
  std::vector<bool> open_;
  std::optional<std::uint32_t> toggled_;
  std::shared_ptr<const GraphDrawing> drawing_;
  std::shared_ptr<const BoxColours> colours_;
  std::string failure_;
  Connections connections_;
};

}  // namespace gusset::viewer
