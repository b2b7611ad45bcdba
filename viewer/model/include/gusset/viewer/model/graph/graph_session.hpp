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

/// A graph that has been laid out, with what its drawing needs. Immutable.
struct LaidGraph {
  std::size_t panel = 0;
  std::shared_ptr<const traces::Trace> trace;
  std::shared_ptr<const traces::DrawnGraph> graph;
  std::shared_ptr<const GraphTimes> times;
  traces::FoldBy fold;
  std::shared_ptr<const traces::FoldTree> tree;
  std::shared_ptr<const traces::GraphScene> scene;
  std::vector<bool> open;  ///< groups
  GroupTimes all_times;
  std::vector<GroupTimes> group_times;  ///< of each box that is a closed group
};

/// The task graph of one of the open traces: which one, by what it is drawn and folded, what is unfolded.
/// Laid out by the session's jobs when it is first needed, and again after each change, while the one before
/// is still shown. For the user interface's thread only.
class GraphSession {
 public:
  enum class By : std::uint8_t { tasks, data };

  explicit GraphSession(Session& session);

  /// After each change of anything below; `redrawn` where the scene is another one.
  Signal<bool> changed;

  /// Nothing is computed for a graph that nobody sees.
  void set_needed(bool needed);
  void show_panel(std::size_t panel);
  void show_by(By by);
  void fold_by(traces::FoldBy by);
  /// Opens or closes a group where it stands.
  void toggle(std::uint32_t group);
  void fold_all();

  std::size_t panel() const { return panel_; }
  By by() const { return by_; }
  const traces::FoldBy& fold() const { return fold_; }
  /// What the shown trace can be folded by; none without a document.
  std::vector<traces::FoldBy> folds() const;
  bool is_any_open() const;

  /// What is shown; null until it is laid out.
  const LaidGraph* laid() const { return laid_.get(); }
  /// The same, for jobs.
  std::shared_ptr<const LaidGraph> shared_laid() const { return laid_; }
  /// The box of a task, or of the closed group that it is in; nothing where it is not shown.
  std::optional<std::uint32_t> box_of(TaskReference task) const;
  /// Of what is shown, as it was coloured last while other colours are being found; null where nothing is
  /// shown.
  std::shared_ptr<const BoxColours> colours() const { return colours_; }
  /// What to say instead of a drawing, or over it while another is made; empty otherwise.
  std::string message() const;
  /// The box that was clicked last, which stays where it is seen: its group.
  std::optional<std::uint32_t> toggled() const { return toggled_; }
  /// What a pointer over a box is told, line by line, the heading first.
  std::vector<std::string> about(const traces::GraphBox& box) const;
  std::vector<std::string> about(const traces::GraphLine& line) const;

 private:
  void document_changed();
  void start();
  void start_over();
  std::optional<std::string> why_none() const;
  void find_colours();
  void drop_drawing();

  Session& session_;
  bool needed_ = false;
  bool is_stale_ = true;
  bool is_busy_ = false;
  std::size_t panel_ = 0;
  By by_ = By::tasks;
  traces::FoldBy fold_;
  bool fold_chosen_ = false;  ///< by somebody; else as usual for the size
  std::vector<bool> open_;
  std::optional<std::uint32_t> toggled_;
  std::shared_ptr<const LaidGraph> laid_;
  std::shared_ptr<const BoxColours> colours_;
  std::string failure_;
  Connections connections_;
};

}  // namespace gusset::viewer
