#include "gusset/viewer/app/classroom/projector.hpp"

#include <QAction>
#include <QApplication>
#include <QDockWidget>
#include <QFontInfo>
#include <QLabel>
#include <QLayout>
#include <QMainWindow>
#include <QMenuBar>
#include <QScreen>
#include <QStatusBar>
#include <QTimer>
#include <QToolBar>
#include <QVBoxLayout>
#include <algorithm>
#include <cmath>
#include <functional>

#include "gusset/viewer/app/timeline/timeline_view.hpp"
#include "gusset/viewer/app/widgets/theme.hpp"
#include "gusset/viewer/model/state/session.hpp"
#include "gusset/viewer/model/timeline/legend.hpp"
#include "widgets/qt_helpers.hpp"
#include "widgets/rich_text.hpp"
#include "widgets/share_bar.hpp"

namespace gusset::viewer {
namespace {

constexpr double projector_magnification = 1.7;
constexpr double projector_font_factor = 1.45;
constexpr double points_per_inch = 72.0;
constexpr double letters_per_height = 45.0;    // letters of 24 pixels on a screen of 1080
constexpr double share_of_rows = 1.0 / 3.0;    // of the window's height, if they need it
constexpr double largest_share_of_rows = 0.4;  // the same, if docks leave it; rows that need more scroll
constexpr qsizetype max_projected_types = 12;
constexpr qsizetype longest_projected_name = 28;

QPalette high_contrast(QPalette palette) {
  const bool is_dark = background_of(palette) == traces::Background::dark;
  const QColor text = is_dark ? Qt::white : Qt::black;
  const QColor background = is_dark ? Qt::black : Qt::white;
  for (const auto role : {QPalette::WindowText, QPalette::Text, QPalette::ButtonText, QPalette::ToolTipText})
    palette.setColor(role, text);
  for (const auto role : {QPalette::Window, QPalette::Base}) palette.setColor(role, background);
  palette.setColor(QPalette::PlaceholderText, is_dark ? QColor(205, 212, 220) : QColor(45, 50, 58));
  return palette;
}

// Returns the legend's colours and names of the types that have tasks and are shown.
QString legend_html(const Document& document) {
  std::vector<const std::vector<CategoryTotal>*> totals;
  for (const auto& loaded : document.traces) totals.push_back(&loaded->category_totals);
  QStringList entries;
  int more = 0;
  for (const LegendRow& row : legend_rows(document, totals)) {
    const bool has_tasks = std::any_of(row.cells.begin(), row.cells.end(),
                                       [](const auto& cell) { return cell && cell->tasks > 0; });
    if (row.hidden || !has_tasks) continue;
    if (entries.size() == max_projected_types) {
      ++more;
      continue;
    }
    QString name = qt_text(row.name);
    if (name.size() > longest_projected_name) name = name.left(longest_projected_name - 1) + "…";
    // Non-breaking spaces keep an entry on one line.
    name = escaped_html(name).replace(' ', "&nbsp;");
    entries << "<span style=\"color:" + qt_colour(row.colour).name() + "\">■</span>&nbsp;" + name;
  }
  if (more > 0) entries << QString("and&nbsp;%1&nbsp;more").arg(more);
  return entries.join("&nbsp;&nbsp;&nbsp; ");
}

// A platform without screens gives full-screen windows an arbitrary size.
bool has_screen() {
  return QGuiApplication::platformName() != "offscreen" && QGuiApplication::platformName() != "minimal";
}

/// Sets the font of all widgets immediately. Qt would post the change, and docks placed before it arrives
/// would have the minimum sizes for the old font.
void set_font(const QFont& font) {
  QApplication::setFont(font);
  QCoreApplication::sendPostedEvents(nullptr, QEvent::ApplicationFontChange);
}

}  // namespace

Projector::Projector(QMainWindow& window, QVBoxLayout& centre, Session& session, TimelineView& view)
    : QObject(&window), window_(window), centre_(centre), session_(session), view_(view) {
  line_ = named(new QWidget(centre.parentWidget()), "projector line");
  auto* rows = new QVBoxLayout(line_);
  rows->setContentsMargins(16, 4, 16, 8);
  rows->setSpacing(2);
  legend_ = named(new QLabel(line_), "projector legend");
  legend_->setTextFormat(Qt::RichText);
  text_ = named(new QLabel(line_), "projector text");
  keys_ = named(new QLabel(line_), "projector keys");
  keys_->setForegroundRole(QPalette::PlaceholderText);
  for (QLabel* label : {legend_, text_, keys_}) {
    label->setMinimumWidth(1);  // a narrow window keeps its width
    label->setWordWrap(true);
    rows->addWidget(label);
  }
  connections_ = {session.document_changed.connect([this] { show_legend(); }),
                  view.view_changed.connect([this] { keep_rows_readable_soon(); })};
  centre.parentWidget()->installEventFilter(this);
  show_text({});
  centre.addWidget(line_);
  line_->hide();
}

void Projector::show_text(const QString& text, bool is_in_panel) {
  text_->setText(text.isEmpty() ? QString() : "<b>" + escaped_html(text) + "</b>");
  text_->setVisible(!text.isEmpty() && !is_in_panel);
  show_keys();
}

void Projector::set_lesson(bool has_answer, bool has_next) {
  has_answer_ = has_answer;
  has_next_lesson_ = has_next;
  show_keys();
}

void Projector::show_keys() {
  QStringList keys{"P play", "N next", "B back", "J L speed"};
  if (!text_->text().isEmpty()) keys << "Shift+F dimming";  // nothing is dimmed until it is played
  keys << "G graph"
       << "Shift+P queues"
       << "Y why"
       << "C critical path"
       << "Ctrl+I what if";
  for (const QAction* const action : edit_actions()) {
    if (action->isEnabled())
      keys << action->shortcut().toString(QKeySequence::NativeText) + " edit the graph";
  }
  if (has_answer_) keys << "Q answer";
  if (has_next_lesson_) keys << "Ctrl+PgDown next lesson";
  keys << "Esc leave";
  keys_->setText(keys.join(" · "));
}

QList<QAction*> Projector::edit_actions() const {
  QList<QAction*> found;
  for (const char* name : {"edit graph", "edit lesson graph"}) {
    if (auto* const action = window_.findChild<QAction*>(name)) found << action;
  }
  return found;
}

void Projector::show_legend() {
  if (!is_on_) return;
  const QString text = legend_html(*session_.document());
  legend_->setText(text);
  legend_->setVisible(!text.isEmpty());
}

void Projector::set_on(bool on) {
  if (on == is_on_) return;
  is_on_ = on;
  if (on) {
    show_view_only();
    enlarge();
    show_legend();
    show_keys();
  } else {
    restore();
  }
  line_->setVisible(on);
  keep_rows_readable_soon();
  changed(on);
  view_.setFocus();
}

void Projector::show_view_only() {
  docks_ = window_.saveState();
  geometry_ = window_.saveGeometry();
  hidden_.clear();
  const auto hide = [this](QWidget* widget) {
    if (widget->isHidden()) return;
    widget->hide();
    hidden_.push_back(widget);
  };
  for (auto* dock : window_.findChildren<QDockWidget*>()) dock->hide();
  for (auto* bar : window_.findChildren<QToolBar*>()) bar->hide();
  hide(window_.statusBar());
  while_on_ = std::make_unique<QObject>();
  for (auto* dock : window_.findChildren<QDockWidget*>(Qt::FindDirectChildrenOnly)) {
    const auto share_soon = [this] {  // after the docks have taken their own room
      QTimer::singleShot(0, while_on_.get(), [this] { share_room(); });
    };
    connect(dock, &QDockWidget::visibilityChanged, while_on_.get(), share_soon);
    connect(dock, &QDockWidget::dockLocationChanged, while_on_.get(), share_soon);
  }
  for (QAction* const action : edit_actions())
    connect(action, &QAction::enabledChanged, while_on_.get(), [this] { show_keys(); });
  // Shortcuts of a hidden menu bar do not work, so it gets zero height instead.
  window_.menuBar()->setFixedHeight(0);
  was_full_screen_ = window_.isFullScreen();
  if (has_screen()) window_.showFullScreen();
}

// The docks beside the traces are one column, as wide as the traces or as it needs at least. The player below
// the traces has its usual height, which another dock there may have changed.
void Projector::share_room() {
  QList<QDockWidget*> docks;
  std::vector<QDockWidget*> columns;  // a dock of each
  for (auto* dock : window_.findChildren<QDockWidget*>(Qt::FindDirectChildrenOnly)) {
    const Qt::DockWidgetArea area = window_.dockWidgetArea(dock);
    const bool is_beside = area == Qt::LeftDockWidgetArea || area == Qt::RightDockWidgetArea;
    if (dock->isHidden() || dock->isFloating() || dock->visibleRegion().isEmpty()) continue;
    if (!is_beside && dock->objectName() == "Player")
      window_.resizeDocks({dock}, {dock->sizeHint().height()}, Qt::Vertical);
    if (!is_beside) continue;
    docks << dock;
    const bool is_above_or_below = std::ranges::any_of(columns, [dock](const QDockWidget* other) {
      return other->x() <= dock->geometry().right() && dock->x() <= other->geometry().right();
    });
    if (!is_above_or_below) columns.push_back(dock);
  }
  if (docks.isEmpty()) return;
  make_one_column(columns);
  int width = window_.width() / 2;
  for (const QDockWidget* dock : docks) width = std::max(width, dock->minimumSizeHint().width());
  window_.resizeDocks(docks, QList<int>(docks.size(), width), Qt::Horizontal);
}

// Puts docks beside each other below each other. One that has tabs stays below.
void Projector::make_one_column(std::vector<QDockWidget*> columns) {
  const auto has_tabs = [this](QDockWidget* dock) { return !window_.tabifiedDockWidgets(dock).isEmpty(); };
  std::stable_partition(columns.begin(), columns.end(), std::not_fn(has_tabs));
  QDockWidget* const above = columns.front();
  if (has_tabs(above)) return;
  for (std::size_t i = columns.size(); i-- > 1;) {
    QDockWidget* const below = columns[i];
    const QList<QDockWidget*> tabs = window_.tabifiedDockWidgets(below);
    window_.splitDockWidget(above, below, Qt::Vertical);
    for (QDockWidget* const tab : tabs) window_.tabifyDockWidget(below, tab);
    below->raise();
  }
}

bool Projector::eventFilter(QObject* watched, QEvent* event) {
  // At another width, texts need another height, which must be known before the docks are fitted to it.
  if (event->type() == QEvent::Resize) keep_rows_readable();
  if (event->type() == QEvent::LayoutRequest) keep_rows_readable_soon();
  return QObject::eventFilter(watched, event);
}

void Projector::keep_rows_readable_soon() {
  if (std::exchange(is_laid_out_soon_, true)) return;
  QTimer::singleShot(0, this, [this] {
    is_laid_out_soon_ = false;
    keep_rows_readable();
  });
}

// The question and the lines at the bottom have room for their text, and the rows for their tasks' names.
// Docks get the rest.
void Projector::keep_rows_readable() {
  QWidget& whole = *centre_.parentWidget();
  if (!is_on_) {
    view_.setMinimumHeight(TimelineView::least_size.height());
    whole.setMinimumHeight(0);
    return;
  }
  const int height = window_.height();
  const int docks = window_.layout()->totalMinimumSize().height() - whole.minimumHeight();
  const int texts = centre_.minimumHeightForWidth(whole.width()) - view_.minimumHeight();
  const int most = std::clamp(height - docks - texts, static_cast<int>(share_of_rows * height),
                              static_cast<int>(largest_share_of_rows * height));
  view_.setMinimumHeight(std::min(view_.least_height(), most));
  whole.setMinimumHeight(centre_.minimumHeightForWidth(whole.width()));
}

void Projector::enlarge() {
  font_ = QApplication::font();
  palette_ = QApplication::palette();
  const int height = has_screen() ? window_.screen()->size().height() : window_.height();
  const double pixels =
      std::ceil(std::max(QFontInfo(font_).pixelSize() * projector_font_factor, height / letters_per_height));
  QFont large = font_;
  if (font_.pointSizeF() > 0.0) {
    large.setPointSizeF(pixels * points_per_inch / window_.logicalDpiY());
  } else {
    large.setPixelSize(static_cast<int>(pixels));
  }
  set_font(large);
  QApplication::setPalette(high_contrast(palette_));
  Appearance appearance = session_.appearance();
  appearance.is_projected = true;
  session_.set_appearance(std::move(appearance));
  view_.set_magnification(projector_magnification);
}

void Projector::restore() {
  while_on_.reset();
  set_font(font_);
  QApplication::setPalette(palette_);
  Appearance appearance = session_.appearance();
  appearance.is_projected = false;
  session_.set_appearance(std::move(appearance));
  view_.set_magnification(1.0);
  window_.menuBar()->setMinimumHeight(0);
  window_.menuBar()->setMaximumHeight(QWIDGETSIZE_MAX);
  if (has_screen() && !was_full_screen_)
    window_.setWindowState(window_.windowState() & ~Qt::WindowFullScreen);
  for (QWidget* widget : hidden_) widget->show();
  // While it was hidden, the status bar took the height of the large font.
  QEvent measure(QEvent::LayoutRequest);
  QCoreApplication::sendEvent(window_.statusBar(), &measure);
  window_.restoreGeometry(geometry_);
  window_.restoreState(docks_);
}

}  // namespace gusset::viewer
