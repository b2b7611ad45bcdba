#pragma once
#include <QTimer>
#include <QWidget>
#include <filesystem>
#include <memory>
#include <optional>
#include <vector>

#include "gusset/viewer/app/what_if/what_if_form.hpp"
#include "gusset/viewer/app/what_if/what_if_runner.hpp"
#include "gusset/viewer/model/state/session.hpp"

class QComboBox;
class QLabel;
class QPushButton;
class QScrollArea;

namespace gusset::viewer {

/// Answers what-if questions. Sliders change a trace's machine, policy and kernels; the panel simulates the
/// trace again and shows the result below the trace. Small graphs update while a slider is dragged.
class WhatIfPanel : public QWidget {
 public:
  WhatIfPanel(Session& session, unsigned threads, QWidget* parent = nullptr);

  /// Whether a simulation is running or about to start.
  bool busy() const { return runner_.busy() || soon_.isActive(); }

  /// Simulates the first of the graphs that have not run on that many workers, even if this panel is hidden,
  /// and shows the schedule below the graph.
  void play_graph(unsigned workers, const std::string& policy);

  WhatIfRunner& runner() { return runner_; }
  /// The values of the sliders.
  const WhatIf& wanted() const { return wanted_; }
  Signal<> busy_changed;
  /// Other workers or another policy were chosen for the graph that play_graph simulates; passes both.
  Signal<unsigned, const std::string&> machine_changed;

 protected:
  void showEvent(QShowEvent* event) override;

 private:
  void refresh();
  void make_form();
  void choose(const std::filesystem::path& path);
  void show_buttons();
  void change(const WhatIf& wanted, bool is_dragged);
  WhatIf effective() const;
  bool is_live() const;
  bool shows_base() const;
  void advance();
  void show_answer(const WhatIfRunner::Answer& answer);
  void show_panel(const std::shared_ptr<const LoadedTrace>& loaded, const Appearance& read_with);
  void drop_panel();
  void show_report();
  void keep();
  void remove_kept();
  void title_kept();
  void copy_command();
  std::shared_ptr<const LoadedTrace> original() const;

  Session& session_;
  WhatIfRunner runner_;
  std::filesystem::path path_;  ///< the trace to simulate; empty for none
  std::shared_ptr<const traces::Trace> trace_;
  WhatIf base_;
  WhatIf wanted_;
  bool plays_graph_ = false;   ///< play_graph was called for this trace
  bool is_requested_ = false;  ///< by the button, or by a slider that was released
  bool is_baseline_requested_ = false;
  std::optional<ReplayResult> baseline_;  ///< the simulation with unchanged values
  std::optional<ReplayResult> result_;
  std::optional<WhatIf> result_of_;  ///< the values of the result or the failure
  std::string message_;
  std::filesystem::path live_;                    ///< the trace of the panel that the next change replaces
  std::shared_ptr<const traces::Trace> live_of_;  ///< the trace that this panel predicts
  /// A panel that stays. A prefix of its title says if the trace that it predicts is no longer open.
  struct Kept {
    std::filesystem::path path;
    std::shared_ptr<const traces::Trace> of;
    std::string title;
  };
  std::vector<Kept> kept_;
  bool is_live_stale_ = false;  ///< the panel shows a trace that is no longer chosen
  QTimer soon_;

  QComboBox* traces_ = nullptr;
  WhatIfForm* form_ = nullptr;
  QScrollArea* form_area_ = nullptr;
  QLabel* report_ = nullptr;
  QPushButton* simulate_ = nullptr;
  QPushButton* keep_ = nullptr;
  QPushButton* reset_ = nullptr;
  QPushButton* copy_ = nullptr;
  QPushButton* remove_ = nullptr;
  Connections connections_;
};

}  // namespace gusset::viewer
