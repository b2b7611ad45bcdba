#include "gusset/viewer/app/window/load_card.hpp"

#include <QApplication>
#include <QKeyEvent>
#include <QLabel>
#include <QProgressBar>
#include <QPushButton>
#include <QVBoxLayout>
#include <cmath>

#include "widgets/qt_helpers.hpp"

namespace gusset::viewer {
namespace {

constexpr int appear_delay_ms = 150;
constexpr int tick_ms = 60;
constexpr int parts = 1000;

}  // namespace

LoadCard::LoadCard(Session& session, QWidget* parent) : QFrame(parent), session_(session) {
  setObjectName("load card");
  setFrameShape(QFrame::StyledPanel);
  setAutoFillBackground(true);
  setFixedWidth(380);
  auto* layout = new QVBoxLayout(this);
  layout->setContentsMargins(18, 14, 18, 14);
  file_ = named(new QLabel(this), "load file");
  file_->setTextFormat(Qt::PlainText);
  stage_ = named(new QLabel(this), "load stage");
  stage_->setTextFormat(Qt::PlainText);
  bar_ = new QProgressBar(this);
  bar_->setRange(0, parts);
  bar_->setTextVisible(false);
  auto* cancel = named(new QPushButton("Cancel (Esc)", this), "load cancel");
  cancel->setFocusPolicy(Qt::TabFocus);
  connect(cancel, &QPushButton::clicked, this, [this] { session_.cancel_loading(); });
  layout->addWidget(file_);
  layout->addWidget(bar_);
  layout->addWidget(stage_);
  layout->addWidget(cancel, 0, Qt::AlignRight);
  connection_ = session.jobs().busy_changed.connect([this] { refresh(); });
  appear_.setSingleShot(true);
  appear_after(appear_delay_ms);
  connect(&appear_, &QTimer::timeout, this, [this] {
    update_text();
    place();
    show();
    raise();
    tick_.start();
  });
  tick_.setInterval(tick_ms);
  connect(&tick_, &QTimer::timeout, this, [this] {
    update_text();
    place();
  });
  hide();
}

LoadCard::~LoadCard() {
  qApp->removeEventFilter(this);
}

void LoadCard::refresh() {
  const bool loading = session_.loading() != nullptr;
  if (loading == listening_) return;
  listening_ = loading;
  if (loading) {
    qApp->installEventFilter(this);
    appear_.start();
  } else {
    qApp->removeEventFilter(this);
    appear_.stop();
    tick_.stop();
    hide();
  }
}

void LoadCard::update_text() {
  const std::shared_ptr<const LoadProgress> progress = session_.loading();
  if (progress == nullptr) return;
  const std::size_t files = progress->names().size();
  const std::size_t file = std::min(progress->file(), files - 1);
  QString name = "Opening " + qt_text(progress->names()[file]);
  if (files > 1) name += QString(" (%1 of %2)").arg(file + 1).arg(files);
  file_->setText(file_->fontMetrics().elidedText(name, Qt::ElideMiddle, width() - 36));
  stage_->setText(qt_text(progress->text()));
  bar_->setValue(static_cast<int>(std::lround(progress->share() * parts)));
}

void LoadCard::place() {
  adjustSize();
  move((parentWidget()->width() - width()) / 2, (parentWidget()->height() - height()) / 2);
}

bool LoadCard::eventFilter(QObject* watched, QEvent* event) {
  if (event->type() == QEvent::ShortcutOverride || event->type() == QEvent::KeyPress) {
    const auto* widget = qobject_cast<QWidget*>(watched);
    const bool ours = widget != nullptr && widget->window() == window();
    if (ours && static_cast<QKeyEvent*>(event)->key() == Qt::Key_Escape) {
      if (event->type() == QEvent::KeyPress) session_.cancel_loading();
      event->accept();
      return true;
    }
  }
  return QFrame::eventFilter(watched, event);
}

}  // namespace gusset::viewer
