#include "status_line.hpp"

#include <QEvent>
#include <QLabel>
#include <QMainWindow>
#include <QStatusBar>
#include <algorithm>
#include <utility>

namespace gusset::viewer {

StatusLine::StatusLine(QMainWindow& window) : hint_(new QLabel(&window)), busy_(new QLabel(&window)) {
  for (QLabel* label : {hint_, busy_}) label->setTextFormat(Qt::PlainText);
  window.statusBar()->addWidget(hint_, 1);
  window.statusBar()->addPermanentWidget(busy_);
  show_hint({});
  window.installEventFilter(this);
}

// No action has a status tip, so these events would only clear notices.
bool StatusLine::eventFilter(QObject* watched, QEvent* event) {
  return event->type() == QEvent::StatusTip || QObject::eventFilter(watched, event);
}

void StatusLine::show_hint(const QString& text) {
  hint_->setText(text.isEmpty() ? "?: keys and mouse" : text);
}

void StatusLine::watch(Signal<>& changed, std::function<bool()> is_busy, const QString& text) {
  parts_.push_back({std::move(is_busy), text});
  connections_.push_back(changed.connect([this] { refresh(); }));
}

bool StatusLine::busy() const {
  return std::any_of(parts_.begin(), parts_.end(), [](const Part& part) { return part.is_busy(); });
}

void StatusLine::refresh() {
  const auto busy =
      std::find_if(parts_.rbegin(), parts_.rend(), [](const Part& part) { return part.is_busy(); });
  busy_->setText(busy == parts_.rend() ? QString() : busy->text);
}

}  // namespace gusset::viewer
