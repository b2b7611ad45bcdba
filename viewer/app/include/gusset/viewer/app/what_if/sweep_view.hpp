#pragma once
#include <QImage>
#include <QProcess>
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
#include "gusset/viewer/model/document/job_runner.hpp"
#include "gusset/viewer/model/document/scratch_folder.hpp"

class QLabel;
class QPushButton;
class QScrollArea;
class QTableWidget;

namespace gusset::viewer {

class SweepCanvas;

/// What is drawn of a sweep, and where its configurations are in it.
struct SweepPicture {
  QImage image;
  std::vector<picture::SweepSpot> spots;
};

/// A sweep of `gusset tune`, in the timeline's place: its picture, and its configurations in order. A click
/// on a point shows its figures; its predicted trace is simulated again by a child process.
class SweepView : public QWidget {
 public:
  /// `timeline` is hidden while a sweep is shown.
  SweepView(QWidget& timeline, JobRunner::Post post, QWidget* parent = nullptr);
  ~SweepView() override;

  /// Whether a file is for this view.
  static bool is_sweep(const std::filesystem::path& path);
  /// Reads a sweep and shows it.
  void open(const std::filesystem::path& path);
  /// Reads the last sweep again; what is selected stays.
  void reload();
  /// Writes the last sweep's picture as `gusset render` draws it, on any thread; null until one was opened.
  std::function<Result<Done>(const std::filesystem::path&)> exporter(
      const paper::FigureOptions& options = {}) const;
  /// The file of the sweep that was opened last; empty until one was.
  const std::filesystem::path& path() const { return path_; }
  /// Whether a file is one that was simulated here, which goes with the window.
  bool owns(const std::filesystem::path& path) const {
    return folder_ && path.parent_path() == folder_->path();
  }
  /// Shows the timeline again.
  void leave();
  /// Shows the last sweep again; false where none was opened.
  bool come_back();
  bool busy() const { return jobs_.busy() || is_simulating_ || draw_soon_.isActive(); }

  Signal<const std::filesystem::path&> predicted;  ///< a predicted trace is there
  Signal<const std::string&> failed;               ///< one line
  Signal<> shown;                                  ///< a picture is
  Signal<> visibility_changed;
  Signal<> busy_changed;

  /// The configuration that is selected, by its number.
  std::optional<std::size_t> selected() const { return selected_; }
  const SweepPicture& picture() const { return picture_; }
  /// All configurations, as `gusset tune --csv` writes them; nothing until a sweep was opened.
  std::optional<traces::CsvTable> csv() const;

 protected:
  void changeEvent(QEvent* event) override;
  void resizeEvent(QResizeEvent* event) override;
  void showEvent(QShowEvent* event) override;

 private:
  friend class SweepCanvas;
  struct Content {
    sweep::Sweep sweep;
    sweep::Ranking ranking;
  };

  void make_parts();
  std::optional<std::size_t> same_selected(const sweep::Sweep& now) const;
  void show_content(std::optional<std::size_t> selected);
  void draw();
  void select(std::optional<std::size_t> configuration);
  void simulate();
  void simulated();
  void cancel();
  QString working_folder(const QString& program) const;

  QWidget& timeline_;
  std::filesystem::path path_;
  std::shared_ptr<const Content> content_;
  SweepPicture picture_;
  std::optional<std::size_t> selected_;
  std::optional<ScratchFolder> folder_;
  std::filesystem::path output_;
  int runs_ = 0;
  bool is_simulating_ = false;
  bool is_cancelled_ = false;
  QProcess child_;
  QTimer draw_soon_;

  QLabel* advice_ = nullptr;
  QScrollArea* scroll_ = nullptr;
  SweepCanvas* canvas_ = nullptr;
  QTableWidget* table_ = nullptr;
  QLabel* details_ = nullptr;
  QLabel* state_ = nullptr;
  QPushButton* simulate_ = nullptr;
  QPushButton* cancel_ = nullptr;
  QPushButton* back_ = nullptr;
  JobRunner jobs_;  // its end waits for work
  Connections connections_;
};

}  // namespace gusset::viewer
