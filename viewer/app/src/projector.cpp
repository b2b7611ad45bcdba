#include "gusset/viewer/app/projector.hpp"

#include <QApplication>
#include <QDockWidget>
#include <QHBoxLayout>
#include <QLabel>
#include <QMainWindow>
#include <QMenuBar>
#include <QStatusBar>
#include <QToolBar>
#include <QVBoxLayout>

#include "gusset/viewer/app/theme.hpp"
#include "gusset/viewer/app/timeline_view.hpp"
#include "gusset/viewer/model/session.hpp"

namespace gusset::viewer {
namespace {

constexpr double projector_magnification = 1.7;
constexpr double projector_font_factor = 1.45;

QPalette strong(QPalette palette) {
  const bool is_dark = paper_of(palette) == traces::Paper::dark;
  const QColor text = is_dark ? Qt::white : Qt::black;
  const QColor paper = is_dark ? Qt::black : Qt::white;
  for (const auto role : {QPalette::WindowText, QPalette::Text, QPalette::ButtonText, QPalette::ToolTipText})
    palette.setColor(role, text);
  for (const auto role : {QPalette::Window, QPalette::Base}) palette.setColor(role, paper);
  palette.setColor(QPalette::PlaceholderText, is_dark ? QColor(205, 212, 220) : QColor(45, 50, 58));
  return palette;
}

// A platform without screens makes full ones of a size of its own.
bool has_screen() {
  return QGuiApplication::platformName() != "offscreen" && QGuiApplication::platformName() != "minimal";
}

}  // namespace

Projector::Projector(QMainWindow& window, QVBoxLayout& centre, Session& session, TimelineView& view)
    : QObject(&window), window_(window), session_(session), view_(view) {
  line_ = new QWidget(centre.parentWidget());
  line_->setObjectName("projector line");
  auto* row = new QHBoxLayout(line_);
  row->setContentsMargins(16, 4, 16, 8);
  words_ = new QLabel(line_);
  words_->setObjectName("projector words");
  keys_ = new QLabel("P play · N next · B back · J L speed · G graph · Shift+P queues · Esc leave", line_);
  keys_->setObjectName("projector keys");
  keys_->setForegroundRole(QPalette::PlaceholderText);
  for (QLabel* label : {words_, keys_}) label->setMinimumWidth(1);  // a narrow window stays as it is
  row->addWidget(words_);
  row->addStretch(1);
  row->addWidget(keys_);
  centre.addWidget(line_);
  line_->hide();
}

Projector::~Projector() = default;

void Projector::show_words(const QString& words) {
  words_->setText("<b>" + words.toHtmlEscaped() + "</b>");
}

void Projector::set_on(bool on) {
  if (on == is_on_) return;
  is_on_ = on;
  if (on) {
    hide_all_but_the_view();
    strengthen();
  } else {
    show_as_before();
  }
  line_->setVisible(on);
  if (changed) changed(on);
  view_.setFocus();
}

void Projector::hide_all_but_the_view() {
  docks_ = window_.saveState();
  hidden_.clear();
  const auto hide = [this](QWidget* widget) {
    if (widget->isHidden()) return;
    widget->hide();
    hidden_.push_back(widget);
  };
  for (auto* dock : window_.findChildren<QDockWidget*>()) dock->hide();
  for (auto* bar : window_.findChildren<QToolBar*>()) bar->hide();
  hide(window_.statusBar());
  // A hidden bar's keys are dead; one without height is as good as hidden.
  window_.menuBar()->setFixedHeight(0);
  was_full_screen_ = window_.isFullScreen();
  if (has_screen()) window_.showFullScreen();
}

void Projector::strengthen() {
  font_ = QApplication::font();
  palette_ = QApplication::palette();
  QFont large = font_;
  if (font_.pointSizeF() > 0.0) {
    large.setPointSizeF(font_.pointSizeF() * projector_font_factor);
  } else {
    large.setPixelSize(static_cast<int>(font_.pixelSize() * projector_font_factor));
  }
  QApplication::setFont(large);
  QFont small = font_;
  keys_->setFont(small);
  QApplication::setPalette(strong(palette_));
  Appearance appearance = session_.appearance();
  appearance.is_projected = true;
  session_.set_appearance(std::move(appearance));
  view_.set_magnification(projector_magnification);
}

void Projector::show_as_before() {
  QApplication::setFont(font_);
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
  window_.restoreState(docks_);
}

}  // namespace gusset::viewer
