#include "gusset/viewer/app/window/graph_card.hpp"

#include <QComboBox>
#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QSpinBox>
#include <QVBoxLayout>
#include <algorithm>

#include "gusset/viewer/model/what_if/what_if.hpp"
#include "widgets/policy_box.hpp"
#include "widgets/qt_helpers.hpp"

namespace gusset::viewer {

GraphCard::GraphCard(Session& session, QWidget* parent) : QFrame(parent), session_(session) {
  setObjectName("graph card");
  setFrameShape(QFrame::StyledPanel);
  setAutoFillBackground(true);
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(18, 14, 18, 14);
  auto* text = new QLabel("A task graph that has not run. A simulation shows a schedule of it:", this);
  text->setWordWrap(true);
  column->addWidget(text);
  auto* row = new QHBoxLayout;
  workers_ = named(new QSpinBox(this), "graph card workers");
  workers_->setRange(1, static_cast<int>(max_threads));
  workers_->setValue(static_cast<int>(workers_of_graphs));
  policy_ = new PolicyBox("graph card policy");
  auto* play = named(new QPushButton("Play", this), "graph card play");
  play->setDefault(true);
  connect(play, &QPushButton::clicked, this, [this] {
    play_requested(static_cast<unsigned>(workers_->value()), policy_->currentText().toStdString());
  });
  auto* edit = named(new QPushButton("Edit this graph", this), "graph card edit");
  edit->setToolTip("Add and delete tasks and dependencies, and set durations");
  connect(edit, &QPushButton::clicked, this, [this] {
    edit_requested(static_cast<unsigned>(workers_->value()), policy_->currentText().toStdString());
  });
  const auto add = [&](const QString& name, QWidget* value) {
    row->addWidget(new QLabel(name, this));
    row->addWidget(value);
  };
  add("Workers", workers_);
  add("Policy", policy_);
  row->addStretch();
  row->addWidget(edit);
  row->addWidget(play);
  column->addLayout(row);
  parent->installEventFilter(this);
  connection_ = session.document_changed.connect([this] { refresh(); });
  hide();
}

void GraphCard::set_machine(unsigned workers, const std::string& policy) {
  workers_->setValue(static_cast<int>(workers));
  policy_->setCurrentText(qt_text(policy));
}

void GraphCard::refresh() {
  setVisible(session_.document()->has_only_graphs() && session_.edits().graph == nullptr);
  if (isVisible()) place();
}

void GraphCard::place() {
  const int width = std::min(parentWidget()->width() - 16, sizeHint().width());
  resize(width, heightForWidth(width) > 0 ? heightForWidth(width) : sizeHint().height());
  move((parentWidget()->width() - this->width()) / 2, (parentWidget()->height() - height()) / 2);
  raise();
}

bool GraphCard::eventFilter(QObject* watched, QEvent* event) {
  if (watched == parentWidget() && event->type() == QEvent::Resize && isVisible()) place();
  return QFrame::eventFilter(watched, event);
}

}  // namespace gusset::viewer
