#pragma once
#include <QImage>
#include <QTimer>
#include <QWidget>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <vector>

#include "gusset/traces/paper/figure/figure.hpp"
#include "gusset/traces/picture/charts/sweep_spot.hpp"
#include "gusset/traces/sweep/sweep.hpp"
#include "gusset/traces/sweep/sweep_csv.hpp"
#include "gusset/traces/sweep/sweep_ranking.hpp"
#include "gusset/viewer/app/widgets/child_program.hpp"
#include "gusset/viewer/model/document/job_runner.hpp"

class QLabel;
class QPushButton;
class QScrollArea;
class QTableWidget;

namespace gusset::viewer {

class SweepCanvas;

/// A drawn sweep and the positions of its configurations.
struct SweepPicture {
  QImage image;
  std::vector<picture::SweepSpot> spots;
};

/// Shows a sweep of `gusset tune` in place of the timeline: its picture and its ranked configurations. A
/// click on a point shows its figures; a child process can simulate the configuration again to predict its
/// trace.
class SweepView : public QWidget {
 public:
  /// Hides `timeline` while a sweep is shown.
  SweepView(QWidget& timeline, JobRunner::Post post, QWidget* parent = nullptr);

  /// Whether a file is a sweep.
  static bool is_sweep(const std::filesystem::path& path);
  /// Reads a sweep and shows it.
  void open(const std::filesystem::path& path);
  /// Reads the last sweep again and keeps the selection.
  void reload() {
    if (content_ != nullptr) open(path_);
  }
  /// Returns a function that writes the last sweep's picture as `gusset render` does, on any thread. Null
  /// until a sweep was opened.
  std::function<Result<Done>(const std::filesystem::path&)> exporter(
      const paper::FigureOptions& options = {}) const;
  /// The file of the last opened sweep; empty before the first one.
  const std::filesystem::path& path() const { return path_; }
  /// Whether a trace was simulated here. Such a trace is deleted with the window.
  bool owns(const std::filesystem::path& path) const { return child_.owns(path); }
  /// Shows the timeline again.
  void leave();
  /// Shows the last sweep again. Returns false if none was opened.
  bool show_again();
  bool busy() const { return jobs_.busy() || child_.is_running() || draw_soon_.isActive(); }

  Signal<const std::filesystem::path&> predicted;  ///< passes the file of a predicted trace
  Signal<const std::string&> failed;               ///< passes a one-line message
  Signal<> shown;                                  ///< a picture was drawn
  Signal<> visibility_changed;
  Signal<> busy_changed;

  /// The number of the selected configuration.
  std::optional<std::size_t> selected() const { return selected_; }
  const SweepPicture& picture() const { return picture_; }
  /// All configurations in the format of `gusset tune --csv`; empty until a sweep was opened.
  std::optional<traces::CsvTable> csv() const;

 protected:
  void changeEvent(QEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;
  void showEvent(QShowEvent* event) override;

 private:
  struct Content {
    sweep::Sweep sweep;
    sweep::Ranking ranking;
  };

  void make_parts();
  std::optional<std::size_t> row_of_selected(const sweep::Sweep& now) const;
  void show_content(std::optional<std::size_t> selected);
  void draw();
  void select(std::optional<std::size_t> configuration);
  void simulate();
  void simulation_ended(const std::string& why);
  void cancel();
  QString working_folder(const QString& program) const;

  QWidget& timeline_;
  std::filesystem::path path_;
  std::shared_ptr<const Content> content_;
  SweepPicture picture_;
  std::optional<std::size_t> selected_;
  std::filesystem::path output_;
  int runs_ = 0;
  bool is_cancelled_ = false;
  ChildProgram child_;
  QTimer draw_soon_;

  QLabel* verdict_ = nullptr;
  QScrollArea* scroll_ = nullptr;
  SweepCanvas* canvas_ = nullptr;
  QTableWidget* table_ = nullptr;
  QLabel* details_ = nullptr;
  QLabel* state_ = nullptr;
  QPushButton* simulate_ = nullptr;
  QPushButton* cancel_ = nullptr;
  QPushButton* back_ = nullptr;
  JobRunner jobs_;  // its destructor waits for running jobs
  Connections connections_;
};

}  // namespace gusset::viewer
