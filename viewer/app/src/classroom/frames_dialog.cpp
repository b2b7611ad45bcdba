#include "gusset/viewer/app/classroom/frames_dialog.hpp"

#include <QCheckBox>
#include <QComboBox>
#include <QDialogButtonBox>
#include <QDir>
#include <QFileDialog>
#include <QGridLayout>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QRadioButton>
#include <QTimer>
#include <QVBoxLayout>
#include <algorithm>

#include "gusset/base/numbers.hpp"
#include "gusset/traces/paper/graph/frame_graph.hpp"
#include "gusset/viewer/app/widgets/messages.hpp"
#include "widgets/qt_helpers.hpp"

namespace gusset::viewer {
namespace {

constexpr const char* frames_slot = "frames";
constexpr int progress_ms = 100;
constexpr std::int64_t default_frames = 100;  // default for evenly spaced frames

// Returns the folder, or if it has frames, the first of "frames-2", "frames-3", … that has none.
std::filesystem::path folder_without_frames(const std::filesystem::path& folder) {
  if (paper::frames_in(folder).empty()) return folder;
  for (int number = 2;; ++number) {
    std::filesystem::path other = folder;
    other += "-" + std::to_string(number);
    if (paper::frames_in(other).empty()) return other;
  }
}

}  // namespace

FramesDialog::FramesDialog(FramesRequest request, FramesChoices& choices, JobRunner& jobs,
                           QMainWindow& window)
    : QDialog(&window), window_(window), request_(std::move(request)), choices_(choices), jobs_(jobs) {
  setObjectName("frames dialog");
  setWindowTitle("Export frames");
  auto* grid = new QGridLayout;
  folder_ = named(new QLineEdit(this), "frames folder");
  folder_->setText(choices.folder.isEmpty() ? QDir::current().filePath("frames") : choices.folder);
  folder_->setMinimumWidth(360);
  auto* choose = new QPushButton("Choose…", this);
  connect(choose, &QPushButton::clicked, this, [this] { choose_folder(); });
  grid->addWidget(new QLabel("Folder", this), 0, 0);
  grid->addWidget(folder_, 0, 1);
  grid->addWidget(choose, 0, 2);
  events_ = named(new QRadioButton("At each event", this), "frames of events");
  evenly_ = named(new QRadioButton("One every", this), "frames evenly");
  (choices.every.isEmpty() ? events_ : evenly_)->setChecked(true);
  const std::int64_t step_ns = std::max<std::int64_t>(1, request_.shown_ns / default_frames);
  const QString step = choices.every.isEmpty() ? qt_text(duration_text_ns(step_ns)) : choices.every;
  every_ = named(new QLineEdit(step, this), "frames every");
  every_->setMaximumWidth(110);
  connect(every_, &QLineEdit::textEdited, evenly_, [this] { evenly_->setChecked(true); });
  auto* evenly = new QHBoxLayout;
  evenly->addWidget(evenly_);
  evenly->addWidget(every_);
  evenly->addStretch(1);
  grid->addWidget(new QLabel("Frames", this), 1, 0);
  grid->addWidget(events_, 1, 1);
  grid->addLayout(evenly, 2, 1);
  queues_ = named(new QCheckBox("Show each worker's ready tasks beside its row", this), "frames queues");
  queues_->setChecked(request_.queues);
  grid->addWidget(queues_, 3, 1);
  graph_ = named(new QCheckBox("Show the task graph", this), "frames graph");
  graph_->setChecked(request_.graph);
  grid->addWidget(graph_, 4, 1);
  slide_ = named(new QCheckBox("Slide size, 16:9", this), "frames slide");
  slide_->setChecked(choices.is_slide);
  grid->addWidget(slide_, 5, 1);
  files_ = named(new QComboBox(this), "frames files");
  files_->addItems({"PNG files, one for each frame", "One PDF file, a page for each frame"});
  files_->setCurrentIndex(choices.is_pdf ? 1 : 0);
  grid->addWidget(new QLabel("Files", this), 6, 0);
  grid->addWidget(files_, 6, 1);
  names_ = plain_text_label("frames names");
  names_->setForegroundRole(QPalette::PlaceholderText);
  grid->addWidget(names_, 7, 1);
  connect(files_, &QComboBox::currentIndexChanged, this, [this] { show_names(); });
  connect(folder_, &QLineEdit::textChanged, this, [this] { show_names(); });
  question_ = named(new QWidget(this), "frames question");
  auto* answers = new QHBoxLayout(question_);
  answers->setContentsMargins(0, 0, 0, 0);
  auto* replace = named(new QPushButton("Replace them", question_), "frames replace");
  connect(replace, &QPushButton::clicked, this, [this] { draw(true); });
  other_ = named(new QPushButton(question_), "frames other folder");
  connect(other_, &QPushButton::clicked, this, [this] {
    folder_->setText(qt_path(folder_without_frames(folder())));
    draw(false);
  });
  answers->addWidget(replace);
  answers->addWidget(other_);
  answers->addStretch(1);
  question_->hide();
  message_ = plain_text_label("frames message");
  auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close, this);
  start_ = buttons->addButton("Draw", QDialogButtonBox::ActionRole);
  start_->setObjectName("frames start");
  start_->setDefault(true);
  connect(start_, &QPushButton::clicked, this, [this] {
    if (progress_ == nullptr) {
      start();
    } else {
      jobs_.cancel(frames_slot);
      progress_.reset();
      say("Stopped; the frames drawn so far are kept.");
    }
  });
  connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
  auto* column = new QVBoxLayout(this);
  column->addLayout(grid);
  column->addWidget(message_);
  column->addWidget(question_);
  column->addStretch(1);
  column->addWidget(buttons);
  auto* clock = new QTimer(this);
  clock->setInterval(progress_ms);
  connect(clock, &QTimer::timeout, this, [this] { show_state(); });
  clock->start();
  show_names();
  say("Draws the window's content. The future is dimmed.");
}

FramesDialog::~FramesDialog() {
  jobs_.cancel(frames_slot);
}

void FramesDialog::choose_folder() {
  const QString chosen = QFileDialog::getExistingDirectory(this, "Folder for frames", folder_->text());
  if (!chosen.isEmpty()) folder_->setText(chosen);
}

void FramesDialog::say(const QString& text) {
  message_->setText(text);
  start_->setText(progress_ == nullptr ? "Draw" : "Stop");
}

void FramesDialog::show_state() {
  if (progress_ == nullptr || progress_->all == 0) return;
  message_->setText(QString("Drew %1 of %2 frames…").arg(progress_->drawn).arg(progress_->all));
}

std::filesystem::path FramesDialog::folder() const {
  const std::filesystem::path folder = folder_->text().trimmed().toStdU16String();
  return folder.has_filename() ? folder : folder.parent_path();  // without a slash at the end
}

void FramesDialog::show_names() {
  const bool is_pdf = files_->currentIndex() == 1;
  names_->setText(is_pdf ? "frames.pdf" : "frame-0001.png, frame-0002.png, …");
  question_->hide();
}

void FramesDialog::start() {
  const std::size_t earlier = paper::frames_in(folder()).size();
  if (earlier == 0) return draw(false);
  const bool is_one = earlier == 1;
  say(qt_path(folder().filename()) + " has " + (is_one ? "a file" : QString::number(earlier) + " files") +
      " of an earlier export.");
  other_->setText("Draw to " + qt_path(folder_without_frames(folder()).filename()));
  question_->show();
}

void FramesDialog::draw(bool replaces) {
  question_->hide();
  std::optional<std::int64_t> every_ns;
  if (evenly_->isChecked()) {
    every_ns = parse_duration_ns(every_->text().toStdString());
    if (!every_ns || *every_ns == 0) {
      say("frames: expected a time above 0 with its unit, such as 10us, found \"" + every_->text() + "\"");
      return;
    }
  }
  const QString name = folder_->text().trimmed();
  if (name.isEmpty()) {
    say("frames: expected a folder, found none");
    return;
  }
  choices_ = {name, evenly_->isChecked() ? every_->text() : QString(), slide_->isChecked(),
              files_->currentIndex() == 1};
  progress_ = std::make_shared<Progress>();
  jobs_.start(
      frames_slot,
      [panels = request_.panels, options = slide_->isChecked() ? request_.slide_options : request_.options,
       queues = queues_->isChecked(), graph = graph_->isChecked(), is_pdf = files_->currentIndex() == 1,
       replaces, every_ns, folder = folder(),
       progress = progress_](const JobRunner::Cancelled& cancelled) mutable -> Result<std::size_t> {
        std::vector<std::shared_ptr<const traces::Playback>> schedules;
        for (paper::Panel& panel : panels) {
          schedules.push_back(paper::playback_of(panel.trace));
          if (queues) panel.schedule = schedules.back();
        }
        const paper::FrameRange range = paper::frame_range(schedules, options);
        const auto moments = paper::frame_moments(schedules, options, range, every_ns);
        if (!moments) return moments.error();
        paper::FrameForm form{.is_pdf = is_pdf, .replaces = replaces};
        if (graph) {
          auto part = paper::frame_graph(panels, options);
          if (!part) return part.error();
          form.part = std::move(part).value();
        }
        progress->all = moments->size();
        const auto goes_on = [&](std::size_t drawn) {
          progress->drawn = drawn;
          return !cancelled;
        };
        return paper::draw_frames(panels, schedules, *moments, folder, options, goes_on, form);
      },
      [this, name](const Result<std::size_t>& drawn) {
        progress_.reset();
        const QString text = drawn ? QString("Saved %1 in %2").arg(qt_text(count_text(*drawn, "frame")), name)
                                   : qt_text(drawn.error().message());
        say(text);
        if (drawn) gusset::viewer::say(window_, text);
      },
      [this](const std::string& what) {
        progress_.reset();
        say("frames: expected enough memory for the pictures, found " + qt_text(what));
      });
  say("Computing the times to draw…");
}

}  // namespace gusset::viewer
