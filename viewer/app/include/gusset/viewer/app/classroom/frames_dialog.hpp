#pragma once
#include <QDialog>
#include <atomic>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <vector>

#include "gusset/traces/paper/figure/frames.hpp"
#include "gusset/viewer/model/document/job_runner.hpp"

class QCheckBox;
class QLabel;
class QLineEdit;
class QMainWindow;
class QPushButton;
class QRadioButton;

namespace gusset::viewer {

/// What frames are drawn of.
struct FramesWanted {
  std::vector<paper::Panel> panels;
  paper::FigureOptions options;
  std::int64_t shown_ns = 0;  ///< how much time they show
  bool queues = false;        ///< whether queues of ready tasks are drawn unless that is switched off
};

/// Asks where numbered pictures of a schedule are to be written, and for which moments; draws them off the
/// user interface's thread, says how many there are, and stops when asked to. One at a time.
class FramesDialog : public QDialog {
 public:
  /// `jobs` outlives the dialog.
  FramesDialog(FramesWanted wanted, JobRunner& jobs, QMainWindow& window);
  ~FramesDialog() override;

 private:
  struct Progress {
    std::atomic<std::size_t> drawn{0};
    std::atomic<std::size_t> all{0};
  };
  void choose_folder();
  void start();
  void show_state();
  void say(const QString& words);

  QMainWindow& window_;
  FramesWanted wanted_;
  JobRunner& jobs_;
  std::shared_ptr<Progress> progress_;  ///< shared with the job; null: none is under way
  QLineEdit* folder_ = nullptr;
  QRadioButton* events_ = nullptr;
  QRadioButton* evenly_ = nullptr;
  QLineEdit* every_ = nullptr;
  QCheckBox* queues_ = nullptr;
  QLabel* words_ = nullptr;
  QPushButton* start_ = nullptr;
};

}  // namespace gusset::viewer
