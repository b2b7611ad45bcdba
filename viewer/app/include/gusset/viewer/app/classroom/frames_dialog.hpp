#pragma once
#include <QDialog>
#include <QString>
#include <atomic>
#include <cstdint>
#include <memory>
#include <vector>

#include "gusset/traces/paper/figure/frames.hpp"
#include "gusset/viewer/model/document/job_runner.hpp"

class QCheckBox;
class QComboBox;
class QLabel;
class QLineEdit;
class QMainWindow;
class QPushButton;
class QRadioButton;

namespace gusset::viewer {

/// The content of the frames to draw.
struct FramesRequest {
  std::vector<paper::Panel> panels;
  paper::FigureOptions options;
  paper::FigureOptions slide_options;  ///< the same for a slide
  std::int64_t shown_ns = 0;           ///< length of the time range that the frames cover
  bool queues = false;                 ///< default for drawing the queues of ready tasks
  bool graph = false;                  ///< default for drawing the task graph of the first panel
};

/// The choices of the last export, which the next dialog starts with.
struct FramesChoices {
  QString folder;  ///< empty before the first export
  QString every;   ///< the time between two frames; empty: a frame at each event
  bool is_slide = true;
  bool is_pdf = false;
};

/// Asks for a folder and the moments to draw, then writes numbered pictures of a schedule, or a PDF. Draws on
/// a job's thread, shows progress, and can be stopped. Only one export runs at a time.
class FramesDialog : public QDialog {
 public:
  /// Starts with `choices`, and changes them with each export. They and `jobs` must outlive the dialog.
  FramesDialog(FramesRequest request, FramesChoices& choices, JobRunner& jobs, QMainWindow& window);
  ~FramesDialog() override;

 private:
  struct Progress {
    std::atomic<std::size_t> drawn{0};
    std::atomic<std::size_t> all{0};
  };
  void choose_folder();
  std::filesystem::path folder() const;
  void show_names();
  /// Asks what to do if the folder has frames of an earlier export; otherwise draws.
  void start();
  void draw(bool replaces);
  void show_state();
  void say(const QString& text);

  QMainWindow& window_;
  FramesRequest request_;
  FramesChoices& choices_;
  JobRunner& jobs_;
  std::shared_ptr<Progress> progress_;  ///< shared with the job; null when no export runs
  QLineEdit* folder_ = nullptr;
  QRadioButton* events_ = nullptr;
  QRadioButton* evenly_ = nullptr;
  QLineEdit* every_ = nullptr;
  QCheckBox* queues_ = nullptr;
  QCheckBox* graph_ = nullptr;
  QCheckBox* slide_ = nullptr;
  QComboBox* files_ = nullptr;
  QLabel* names_ = nullptr;  ///< of the files that will be written
  QLabel* message_ = nullptr;
  QWidget* question_ = nullptr;  ///< the choices for a folder with earlier frames
  QPushButton* other_ = nullptr;
  QPushButton* start_ = nullptr;
};

}  // namespace gusset::viewer
