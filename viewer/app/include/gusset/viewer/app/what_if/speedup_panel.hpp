#pragma once
#include <QWidget>
#include <filesystem>
#include <memory>
#include <optional>
#include <vector>

#include "gusset/traces/analysis/graph/speedup.hpp"
#include "gusset/traces/answers/csv.hpp"
#include "gusset/traces/picture/charts/curves_figure.hpp"
#include "gusset/viewer/app/what_if/what_if_runner.hpp"
#include "gusset/viewer/model/state/session.hpp"

class QLabel;
class QPushButton;

namespace gusset::viewer {

class SpeedupChart;

/// Shows how a trace's graph gains from more threads. Simulates it with `gusset replay` on 1, 2, 4 … threads,
/// one after another, and shows the theoretical limits beside it. Uses the first open trace that comes from a
/// file.
class SpeedupPanel : public QWidget {
 public:
  /// Skips the traces that `others` predicts, since they are not the user's.
  SpeedupPanel(Session& session, const WhatIfRunner& others, unsigned threads, QWidget* parent = nullptr);

  bool busy() const { return runner_.busy(); }
  const traces::SpeedupCurve& curve() const { return curve_; }
  /// The file of the trace that the curve is about.
  const std::filesystem::path& path() const { return path_; }
  /// The curve's figure and table; nothing until all its points are computed.
  std::optional<picture::CurvesFigure> figure() const;
  std::optional<traces::CsvTable> csv() const;
  WhatIfRunner& runner() { return runner_; }

 protected:
  void showEvent(QShowEvent* event) override;

 private:
  void refresh();
  void graph_ready(std::size_t panel);
  void start();
  void stop();
  void ask_next();
  void add_point(const WhatIfRunner::Answer& answer);
  void show_report();
  bool is_complete() const;
  const LoadedTrace* original() const;

  Session& session_;
  const WhatIfRunner& others_;
  WhatIfRunner runner_;
  std::size_t panel_ = 0;
  std::shared_ptr<const traces::Trace> trace_;  ///< the trace that the curve is about
  std::filesystem::path path_;
  WhatIf base_;
  traces::SpeedupCurve curve_;
  std::vector<unsigned> threads_;  ///< all requested thread counts
  bool is_running_ = false;
  std::string message_;

  SpeedupChart* chart_ = nullptr;
  QLabel* report_ = nullptr;  ///< the sentences
  QLabel* table_ = nullptr;
  QPushButton* button_ = nullptr;
  Connections connections_;
};

}  // namespace gusset::viewer
