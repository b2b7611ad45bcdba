#include "gusset/viewer/app/window/welcome_page.hpp"

#include <QDir>
#include <QGraphicsOpacityEffect>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QVBoxLayout>

#include "gusset/viewer/app/widgets/line_icons.hpp"
#include "gusset/viewer/app/widgets/link_row.hpp"
#include "gusset/viewer/model/state/lessons.hpp"
#include "widgets/miniature.hpp"
#include "widgets/qt_helpers.hpp"
#include "widgets/rich_text.hpp"

namespace gusset::viewer {
namespace {

constexpr int page_width = 940;
constexpr const char* introduction =
    "<b>See</b> when each task ran and where workers were idle: blank space is always idle time.<br>"
    "<b>Ask</b> why a task did not start earlier: click it and follow what it waited for.<br>"
    "<b>Compare</b> runs on one time axis: add a second trace, measured or predicted.";

void clear(QVBoxLayout& layout) {
  while (QLayoutItem* item = layout.takeAt(0)) {
    // Deleted later, since this may be the button that was clicked.
    if (QWidget* const widget = item->widget()) {
      widget->hide();
      widget->deleteLater();
    }
    delete item;
  }
}

QLabel* muted_label(const QString& text, QWidget* parent) {
  auto* label = new QLabel(text, parent);
  label->setTextFormat(Qt::PlainText);
  label->setWordWrap(true);
  // Opacity works with the theme's colours now and after a change.
  auto* veil = new QGraphicsOpacityEffect(label);
  veil->setOpacity(0.68);
  label->setGraphicsEffect(veil);
  label->setContentsMargins(8, 0, 8, 0);
  return label;
}

}  // namespace

WelcomePage::WelcomePage(QWidget* parent) : QScrollArea(parent) {
  setObjectName("welcome");
  setFrameShape(QFrame::NoFrame);
  setWidgetResizable(true);
  setFocusPolicy(Qt::NoFocus);
  auto* outer = new QWidget(this);
  auto* sides = new QHBoxLayout(outer);
  auto* page = new QWidget(outer);
  page->setMaximumWidth(page_width);
  sides->addStretch(1);
  sides->addWidget(page, 100);
  sides->addStretch(1);
  auto* column = new QVBoxLayout(page);
  column->setContentsMargins(24, 32, 24, 24);
  column->setSpacing(14);

  auto* head = new QHBoxLayout;
  auto* picture = new QLabel(page);
  picture->setPixmap(program_icon().pixmap(48, 48));
  head->addWidget(picture);
  auto* title = new QLabel(
      "<span style=\"font-size:20pt; font-weight:600\">Gusset</span><br>"
      "Task-parallel programs: when each task ran, and why not earlier",
      page);
  head->addWidget(title, 1);
  column->addLayout(head);

  auto* buttons = new QHBoxLayout;
  auto* open = named(new QPushButton("Open…", page), "welcome open");
  open->setDefault(true);
  connect(open, &QPushButton::clicked, this, [this] { action_requested("open"); });
  open_ = open;
  auto* tour = named(new QPushButton("One-minute tour", page), "welcome tour");
  tour_ = tour;
  connect(tour, &QPushButton::clicked, this, [this] { action_requested("tour"); });
  buttons->addWidget(open);
  auto* graph = named(new QPushButton("New graph", page), "welcome new graph");
  graph->setToolTip("Build a task graph and see its schedules");
  connect(graph, &QPushButton::clicked, this, [this] { action_requested("new graph"); });
  buttons->addWidget(tour);
  buttons->addWidget(graph);
  buttons->addWidget(muted_label("or drop traces anywhere in this window", page), 1);
  column->addLayout(buttons);

  auto* halves = new QHBoxLayout;
  halves->setSpacing(28);
  auto* left = new QVBoxLayout;
  auto* right = new QVBoxLayout;
  left->setSpacing(14);
  halves->addLayout(left, 1);
  halves->addLayout(right, 1);
  recent_ = list(*left, "Recent traces");
  samples_ = list(*left, "Sample traces");
  left->addStretch(1);
  lessons_ = list(*right, "Lessons on scheduling");
  right->addStretch(1);
  column->addLayout(halves);

  auto* about = new QLabel(introduction, page);
  about->setWordWrap(true);
  about->setContentsMargins(8, 8, 8, 8);
  column->addWidget(about);
  column->addStretch(1);
  setWidget(outer);
  show_recent({});
  show_availability({}, {});
}

QVBoxLayout* WelcomePage::list(QVBoxLayout& column, const QString& title) {
  auto* heading = new QLabel("<b>" + title + "</b>", this);
  heading->setContentsMargins(8, 6, 0, 0);
  auto* rows = new QVBoxLayout;
  rows->setSpacing(0);
  auto* block = new QVBoxLayout;
  block->setSpacing(2);
  block->addWidget(heading);
  block->addLayout(rows);
  column.addLayout(block);
  return rows;
}

LinkRow* WelcomePage::add_row(QVBoxLayout& rows, const QString& name, const QString& text,
                              const QString& about, const QString& action, bool is_enabled) {
  auto* row = named(new LinkRow(text, about, this), name);
  row->setEnabled(is_enabled);
  connect(row, &QAbstractButton::clicked, this, [this, action] { action_requested(action); });
  rows.addWidget(row);
  return row;
}

void WelcomePage::show_recent(const RecentTraces& recent) {
  clear(*recent_);
  if (recent.entries().empty())
    recent_->addWidget(muted_label("None yet: “gusset run -- PROGRAM” records one.", this));
  const std::string home = QDir::homePath().toStdString();
  for (std::size_t i = 0; i < recent.entries().size(); ++i) {
    const RecentTrace& entry = recent.entries()[i];
    const std::string about = entry.missing
                                  ? "missing from " + entry.folder(home)
                                  : entry.folder(home) + (entry.about.empty() ? "" : " · ") + entry.about;
    LinkRow* row = add_row(*recent_, QString("recent %1").arg(i), qt_text(entry.name()), qt_text(about),
                           QString("open recent %1").arg(i), !entry.missing);
    row->setToolTip(plain_tooltip(qt_text(entry.paths.front() + "\n" + entry.about)));
    row->show_miniature(miniature_from_text(entry.miniature));
  }
}

void WelcomePage::show_availability(const QString& no_samples, const QString& no_lessons) {
  clear(*samples_);
  clear(*lessons_);
  tour_->setEnabled(no_samples.isEmpty());
  tour_->setToolTip(plain_tooltip(no_samples));
  for (const SampleTrace& sample : sample_traces()) {
    const QString file = qt_text(sample.file);
    add_row(*samples_, "sample " + file, qt_text(sample.title), qt_text(sample.about), "open " + file,
            no_samples.isEmpty());
  }
  if (!no_samples.isEmpty()) samples_->addWidget(muted_label(no_samples, this));
  for (const Lesson& lesson : lessons()) {
    const QString name = "lesson " + qt_text(lesson.id);
    const QString about = QString("%1 min · ").arg(lesson.minutes) + qt_text(lesson.about);
    add_row(*lessons_, name, qt_text(lesson.title), about, "open " + name, no_lessons.isEmpty());
  }
  if (!no_lessons.isEmpty()) lessons_->addWidget(muted_label(no_lessons, this));
}

void WelcomePage::focus_first() {
  auto* recent = findChild<LinkRow*>("recent 0");
  (recent != nullptr && recent->isEnabled() ? recent : open_)->setFocus();
}

}  // namespace gusset::viewer
