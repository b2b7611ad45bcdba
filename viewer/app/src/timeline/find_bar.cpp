#include "gusset/viewer/app/timeline/find_bar.hpp"

#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QPainter>
#include <QPushButton>
#include <QToolButton>
#include <QVBoxLayout>

#include "gusset/base/numbers.hpp"
#include "gusset/viewer/app/widgets/theme.hpp"
#include "widgets/qt_helpers.hpp"
#include "widgets/rich_text.hpp"

namespace gusset::viewer {
namespace {

// A line of text that is elided when it does not fit, so it never widens the window. The tooltip shows the
// full text.
class ElidedLabel : public QLabel {
 public:
  using QLabel::QLabel;
  QSize minimumSizeHint() const override { return {0, QLabel::minimumSizeHint().height()}; }

 protected:
  void paintEvent(QPaintEvent*) override {
    QPainter painter(this);
    painter.setPen(palette().color(foregroundRole()));
    const QString shown = fontMetrics().elidedText(text(), Qt::ElideRight, contentsRect().width());
    setToolTip(shown == text() ? QString() : plain_tooltip(text()));
    painter.drawText(contentsRect(), Qt::AlignLeft | Qt::AlignVCenter | Qt::TextSingleLine, shown);
  }
};

}  // namespace

FindBar::FindBar(Session& session, TimelineView& view, QWidget* parent)
    : QWidget(parent), session_(session), view_(view) {
  setObjectName("find bar");
  auto* lines = new QVBoxLayout(this);
  lines->setContentsMargins(8, 3, 8, 3);
  lines->setSpacing(2);
  auto* layout = new QHBoxLayout;
  lines->addLayout(layout);
  error_ = named(new QLabel(this), "find error");
  error_->setTextFormat(Qt::PlainText);
  error_->setWordWrap(true);
  error_->hide();
  lines->addWidget(error_);
  text_ = named(new QLineEdit(this), "find");
  text_->setPlaceholderText("gemm · #17 · type=gemm and duration>10us · iteration>=3");
  text_->setClearButtonEnabled(true);
  text_->installEventFilter(this);
  layout->addWidget(text_, 2);
  const auto button = [&](const QString& text, const QString& name, const QString& tip) {
    auto* made = named(new QPushButton(text, this), name);
    made->setToolTip(tip);
    layout->addWidget(made);
    return made;
  };
  connect(button("Previous", "find previous", "Go to the previous match (Shift+Return)"),
          &QPushButton::clicked, this, [this] { step(Step::previous); });
  connect(button("Next", "find next", "Go to the next match (Return)"), &QPushButton::clicked, this,
          [this] { step(Step::next); });
  connect(button("Select all", "select found", "Select and outline all matches (Ctrl+Return)"),
          &QPushButton::clicked, this, [this] { select_all(); });
  only_ = button("Only these tasks", "only these", "Hide all other tasks; their time stays visible in grey");
  connect(only_, &QPushButton::clicked, this, [this] { show_only_these(); });
  connect(button("Only these rows", "only rows",
                 "Show only rows whose worker or node name contains the text; or busy<50%, busy>=90%"),
          &QPushButton::clicked, this, [this] { show_only_rows(); });
  result_ = named(new ElidedLabel(this), "found");
  result_->setTextFormat(Qt::PlainText);
  result_->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
  layout->addWidget(result_, 1);
  auto* close = new QToolButton(this);
  close->setText("✕");
  close->setAutoRaise(true);
  close->setToolTip("Close (Esc)");
  layout->addWidget(close);
  connect(close, &QToolButton::clicked, this, [this] { close_bar(); });
  connect(text_, &QLineEdit::textChanged, this, [this] { search(); });
  connections_ = {session.search().changed.connect([this] { refresh(); }),
                  session.selection().changed.connect([this] { say_found(); })};
  hide();
}

void FindBar::start() {
  show();
  text_->setFocus(Qt::ShortcutFocusReason);
  text_->selectAll();
}

void FindBar::find(const QString& text) {
  start();
  text_->setText(text);
}

void FindBar::say(const QString& text) {
  result_->setText(text);
  error_->hide();
}

// Uses a separate line, since the message is long.
void FindBar::show_error(const QString& text) {
  result_->clear();
  error_->setText(text);
  error_->setStyleSheet("color: " + QString(error_colour(palette())));
  error_->show();
}

void FindBar::search() {
  const std::string text = text_->text().trimmed().toStdString();
  wanted_.reset();
  wants_all_ = false;
  const std::optional<std::string> error = text.empty() ? std::nullopt : session_.condition_error(text);
  error_->hide();
  session_.search().find(error ? std::string() : text);
  if (!error) return;
  if (!is_busy_condition(text)) {
    show_error(qt_text(*error));
  } else if (const Result<BusyShares> shares = parse_busy_shares(text); !shares) {
    show_error(qt_text(shares.error().message()));
  } else {
    say("This condition filters rows: press Only these rows");
  }
}

void FindBar::refresh() {
  const std::string text = text_->text().trimmed().toStdString();
  if (!session_.search().result()) {
    if (error_->isHidden()) say(text.empty() || session_.document()->empty() ? "" : "…");
    return;
  }
  say_found();
  if (const std::optional<Step> wanted = std::exchange(wanted_, std::nullopt)) step(*wanted);
  if (wants_all_) select_all();
}

// "390 found", or "2 of 390" if the selected task is one of them.
void FindBar::say_found() {
  const std::optional<SearchResult>& found = session_.search().result();
  if (isHidden() || !found) return;
  const std::optional<TaskReference> task = session_.selection().state().task();
  const auto place =
      task ? place_among_matches(*session_.document(), *found, *task) : std::optional<std::uint64_t>();
  say(qt_text(found->count == 0 ? "none found"
              : place           ? count_text(*place) + " of " + count_text(found->count)
                                : count_text(found->count) + " found"));
}

void FindBar::step(Step step) {
  const std::string text = text_->text().trimmed().toStdString();
  if (text.empty()) {
    start();
    return;
  }
  if (!session_.search().result() || session_.search().result()->text != text) {
    search();
    wanted_ = step;
    return;
  }
  const std::shared_ptr<const Document> document = session_.document();
  const auto next =
      next_match(*document, *session_.search().result(), session_.selection().state().task(), step);
  if (next) session_.selection().select_task(*next, document->row_of(*next), SelectionOrigin::command);
}

void FindBar::select_all() {
  if (text_->text().trimmed().isEmpty()) start();
  wants_all_ = !session_.search().result();
  if (wants_all_) return;
  session_.jobs().start(
      "all found",
      [document = session_.document(), found = *session_.search().result()](const JobRunner::Cancelled&) {
        auto set = std::make_shared<TaskSet>();
        set->name = found.text;
        set->tasks = matching_tasks(*document, found);
        return std::shared_ptr<const TaskSet>(std::move(set));
      },
      [this](std::shared_ptr<const TaskSet> set) {
        if (!set->tasks.empty()) session_.selection().select_tasks(std::move(set), SelectionOrigin::command);
      });
}

void FindBar::show_only_these() {
  const std::string text = text_->text().trimmed().toStdString();
  if (text.empty() || session_.condition_error(text)) return;
  Appearance next = session_.appearance();
  if (std::find(next.conditions.begin(), next.conditions.end(), text) == next.conditions.end())
    next.conditions.push_back(text);
  session_.set_appearance(std::move(next));
}

void FindBar::show_only_rows() {
  if (const auto error = view_.filter_rows_by(text_->text().trimmed().toStdString()))
    show_error(qt_text(*error));
}

void FindBar::close_bar() {
  hide();
  session_.search().find("");
  view_.setFocus();
}

bool FindBar::eventFilter(QObject* watched, QEvent* event) {
  if (watched != text_ || event->type() != QEvent::KeyPress) return QWidget::eventFilter(watched, event);
  const auto& key = static_cast<const QKeyEvent&>(*event);
  if (key.key() == Qt::Key_Return || key.key() == Qt::Key_Enter) {
    if (key.modifiers().testFlag(Qt::ControlModifier)) {
      select_all();
    } else {
      step(key.modifiers().testFlag(Qt::ShiftModifier) ? Step::previous : Step::next);
    }
    return true;
  }
  return false;
}

// Escape closes the bar from any of its parts; elsewhere it clears the selection.
bool FindBar::event(QEvent* event) {
  const bool is_override = event->type() == QEvent::ShortcutOverride;
  if ((is_override || event->type() == QEvent::KeyPress) &&
      static_cast<const QKeyEvent*>(event)->key() == Qt::Key_Escape) {
    event->accept();
    if (!is_override) close_bar();
    return true;
  }
  return QWidget::event(event);
}

}  // namespace gusset::viewer
