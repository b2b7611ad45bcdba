#include "gusset/viewer/app/window/tour_card.hpp"

#include <QApplication>
#include <QDockWidget>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QMenuBar>
#include <QPainter>
#include <QPushButton>
#include <QVBoxLayout>

#include "gusset/viewer/app/window/main_window.hpp"
#include "gusset/viewer/model/timeline/timeline.hpp"
#include "widgets/qt_helpers.hpp"

namespace gusset::viewer {
namespace {

constexpr int card_width = 340;
constexpr int card_gap = 16;

// A frame around a part of the window. Clicks pass through.
class TourOutline : public QWidget {
 public:
  explicit TourOutline(QWidget* parent) : QWidget(parent) {
    setAttribute(Qt::WA_TransparentForMouseEvents);
    setFocusPolicy(Qt::NoFocus);
  }

 protected:
  void paintEvent(QPaintEvent*) override {
    QPainter painter(this);
    painter.setPen(QPen(palette().color(QPalette::Highlight), 3));
    painter.drawRect(rect().adjusted(1, 1, -2, -2));
  }
};

// The dock that a panel is in; null if there is none.
QDockWidget* dock_of(const QWidget& content) {
  QDockWidget* holder = nullptr;
  for (QWidget* around = content.parentWidget(); around != nullptr && holder == nullptr;
       around = around->parentWidget())
    holder = qobject_cast<QDockWidget*>(around);
  return holder;
}

}  // namespace

TourCard::TourCard(MainWindow& window) : QFrame(&window), window_(window), frame_(new TourOutline(&window)) {
  setObjectName("tour");
  frame_->setObjectName("tour frame");
  setFrameShape(QFrame::Box);
  setAutoFillBackground(true);
  setFixedWidth(card_width);
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(16, 12, 16, 12);
  title_ = named(new QLabel(this), "tour title");
  QFont bold = title_->font();
  bold.setBold(true);
  title_->setFont(bold);
  text_ = new QLabel(this);
  text_->setWordWrap(true);
  layout->addWidget(title_);
  layout->addWidget(text_);
  auto* row = new QHBoxLayout;
  const auto button = [&](const QString& text, const QString& id, const QString& key) {
    auto* made = named(new QPushButton(text, this), id);
    made->setToolTip(key);
    made->setFocusPolicy(Qt::NoFocus);  // its keys work regardless of the focus
    return made;
  };
  count_ = new QLabel(this);
  count_->setForegroundRole(QPalette::PlaceholderText);
  auto* end = button("Leave", "tour leave", "Esc");
  back_ = button("Back", "tour back", "Backspace");
  next_ = button("Next", "tour next", "Return");
  next_->setDefault(true);
  row->addWidget(count_, 1);
  for (QPushButton* one : {end, back_, next_}) row->addWidget(one);
  layout->addLayout(row);
  auto* keys = new QLabel("Return: next · Backspace: back · Esc: leave", this);
  keys->setForegroundRole(QPalette::PlaceholderText);
  layout->addWidget(keys);
  connect(end, &QPushButton::clicked, this, [this] { leave(); });
  connect(next_, &QPushButton::clicked, this, [this] { forward(); });
  connect(back_, &QPushButton::clicked, this, [this] {
    place_.back();
    show_step();
  });
  hide();
  frame_->hide();
  soon_.setSingleShot(true);
  soon_.setInterval(0);
  connect(&soon_, &QTimer::timeout, this, [this] {
    if (on_) place_card();
  });
}

TourCard::~TourCard() {
  qApp->removeEventFilter(this);
}

void TourCard::start() {
  place_ = {};
  if (!on_) qApp->installEventFilter(this);
  on_ = true;
  show_step();
}

void TourCard::leave() {
  on_ = false;
  hide_shown_dock();
  qApp->removeEventFilter(this);
  hide();
  frame_->hide();
}

void TourCard::forward() {
  if (place_.forward()) {
    show_step();
  } else {
    leave();
  }
}

void TourCard::show_step() {
  const TourStep& step = tour_steps()[place_.step()];
  title_->setText(qt_text(step.title));
  text_->setText(qt_text(step.text));
  count_->setText(QString("%1 of %2").arg(place_.step() + 1).arg(tour_steps().size()));
  back_->setEnabled(!place_.is_first());
  next_->setText(place_.is_last() ? "Done" : "Next");
  hide_shown_dock();
  if (!step.action.empty()) window_.run_action(qt_text(step.action));
  if (step.part == TourStep::Part::what_if) {
    QDockWidget* const dock = dock_of(window_.what_if_docks().what_if());
    if (dock != nullptr && dock->isHidden()) shown_dock_ = dock;
  }
  place_card();
  frame_->show();
  frame_->raise();
  show();
  raise();
}

void TourCard::hide_shown_dock() {
  if (shown_dock_ != nullptr) shown_dock_->hide();
  shown_dock_ = nullptr;
}

// The area of a part, in the window's coordinates.
QRect TourCard::part_rect(TourStep::Part part) const {
  const auto of = [this](const QWidget& widget, QRect rect) {
    return QRect(widget.mapTo(&window_, rect.topLeft()), rect.size());
  };
  const auto dock = [&](QWidget& content) {
    QDockWidget* const holder = dock_of(content);
    if (holder == nullptr) return of(content, content.rect());
    holder->show();
    holder->raise();
    return holder->isFloating() ? of(window_.view(), window_.view().rect()) : of(*holder, holder->rect());
  };
  TimelineView& view = window_.view();
  const picture::Box strip = view.timeline().overview();
  const double ratio = view.devicePixelRatioF();
  const QRect overview(0, static_cast<int>(strip.top / ratio), view.width(),
                       static_cast<int>(strip.height / ratio));
  switch (part) {
    case TourStep::Part::timeline:
      return of(view, view.rect().adjusted(0, 0, 0, -overview.height()));
    case TourStep::Part::overview:
      return of(view, overview);
    case TourStep::Part::legend:
      return dock(window_.legend());
    case TourStep::Part::details:
      return dock(window_.details());
    case TourStep::Part::verdict:
      return dock(window_.explanation_docks().verdict());
    case TourStep::Part::play: {
      const auto* const button = window_.findChild<QWidget*>("button play");
      return button != nullptr && button->isVisible() ? of(*button, button->rect())
                                                      : of(*window_.menuBar(), window_.menuBar()->rect());
    }
    case TourStep::Part::what_if:
      return dock(window_.what_if_docks().what_if());
    case TourStep::Part::menus:
      return of(*window_.menuBar(), window_.menuBar()->rect());
  }
  return {};
}

// Places the card where there is room: left of the part, above it or below it; otherwise inside it, at the
// bottom right.
void TourCard::place_card() {
  const QRect part = part_rect(tour_steps()[place_.step()].part);
  frame_->setGeometry(part.adjusted(-2, -2, 2, 2));
  text_->setFixedHeight(text_->heightForWidth(card_width - 34));
  adjustSize();
  const QRect all = parentWidget()->rect();
  QPoint at(part.left() - width() - card_gap, part.top());
  if (at.x() < 0) at = {part.left() + (part.width() - width()) / 2, part.top() - height() - card_gap};
  if (at.y() < 0) at = {part.left() + (part.width() - width()) / 2, part.bottom() + card_gap};
  if (at.y() + height() > all.height())
    at = {part.right() - width() - 2 * card_gap, part.bottom() - height() - 4 * card_gap};
  move(std::clamp(at.x(), 0, std::max(0, all.width() - width())),
       std::clamp(at.y(), 0, std::max(0, all.height() - height())));
}

// Placing the card brings a framed panel to the front, which may resize the panel. If the card followed the
// panel's resizes, that would repeat endlessly, so at a panel the card follows only the window's resizes.
bool TourCard::is_part_moved_by(const QObject* resized) const {
  if (resized == parentWidget()) return true;
  const TourStep::Part part = tour_steps()[place_.step()].part;
  const auto* widget = qobject_cast<const QWidget*>(resized);
  return widget != nullptr && (part == TourStep::Part::timeline || part == TourStep::Part::overview) &&
         widget->window() == window() && widget != this && widget != frame_ && !isAncestorOf(widget);
}

bool TourCard::eventFilter(QObject* watched, QEvent* event) {
  if (event->type() == QEvent::Resize && is_part_moved_by(watched)) soon_.start();  // once the layout is done
  if (event->type() != QEvent::ShortcutOverride && event->type() != QEvent::KeyPress)
    return QFrame::eventFilter(watched, event);
  const auto* widget = qobject_cast<QWidget*>(watched);
  if (widget == nullptr || widget->window() != window() ||
      qobject_cast<QLineEdit*>(QApplication::focusWidget()))
    return false;
  const auto* key = static_cast<QKeyEvent*>(event);
  const bool presses = event->type() == QEvent::KeyPress;
  switch (key->key()) {
    case Qt::Key_Return:
    case Qt::Key_Enter:
      if (presses) forward();
      break;
    case Qt::Key_Backspace:
      if (presses) back_->click();
      break;
    case Qt::Key_Escape:
      if (presses) leave();
      break;
    default:
      return false;
  }
  event->accept();
  return true;
}

}  // namespace gusset::viewer
