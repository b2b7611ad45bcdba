#include "gusset/viewer/app/widgets/notice_bar.hpp"

#include <QApplication>
#include <QEvent>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QToolButton>

#include "widgets/qt_helpers.hpp"

namespace gusset::viewer {

NoticeBar::NoticeBar(QWidget* parent) : QFrame(parent) {
  setObjectName("notice");
  setAutoFillBackground(true);
  auto* layout = new QHBoxLayout(this);
  layout->setContentsMargins(10, 4, 6, 4);
  label_ = named(new QLabel(this), "notice text");
  label_->setTextFormat(Qt::PlainText);
  label_->setWordWrap(true);
  label_->setTextInteractionFlags(Qt::TextSelectableByMouse);
  body_ = new QBoxLayout(QBoxLayout::LeftToRight);
  body_->addWidget(label_, 1);
  answers_ = new QHBoxLayout;
  answers_->addStretch();
  body_->addLayout(answers_);
  layout->addLayout(body_, 1);
  auto* close = named(new QToolButton(this), "notice dismiss");
  close->setText("✕");
  close->setToolTip("Dismiss");
  close->setAutoRaise(true);
  close->setFocusPolicy(Qt::TabFocus);
  connect(close, &QToolButton::clicked, this, &QWidget::hide);
  layout->addWidget(close, 0, Qt::AlignTop);
  hide();
}

void NoticeBar::say(Kind kind, const QString& text, const std::vector<Answer>& answers) {
  kind_ = kind;
  label_->setText(text);
  while (QLayoutItem* item = answers_->takeAt(1)) {
    if (QWidget* const widget = item->widget()) {
      widget->hide();
      widget->setParent(nullptr);  // another answer may reuse its name
      widget->deleteLater();       // deferred, since this may be the button that was clicked
    }
    delete item;
  }
  for (const Answer& answer : answers) {
    auto* button = named(new QPushButton(answer.text, this), answer.id);
    button->setFocusPolicy(Qt::TabFocus);
    connect(button, &QPushButton::clicked, this, [this, run = answer.run] {
      hide();
      run();
    });
    answers_->addWidget(button);
  }
  colour();
  show();
}

QString NoticeBar::text() const {
  return label_->text();
}

// In a narrow bar, buttons beside the message would leave it little width.
void NoticeBar::resizeEvent(QResizeEvent* event) {
  constexpr int letters_beside_buttons = 100;
  const bool is_narrow = width() < letters_beside_buttons * fontMetrics().averageCharWidth();
  body_->setDirection(is_narrow ? QBoxLayout::TopToBottom : QBoxLayout::LeftToRight);
  QFrame::resizeEvent(event);
}

void NoticeBar::changeEvent(QEvent* event) {
  if (event->type() == QEvent::ApplicationPaletteChange) colour();
  QFrame::changeEvent(event);
}

// Blends a tint into the window's colour, so that text keeps its contrast in light and dark themes.
void NoticeBar::colour() {
  const QPalette theme = QApplication::palette();
  const QColor background = theme.color(QPalette::Window);
  const QColor tint = kind_ == Kind::error      ? QColor(200, 40, 40)
                      : kind_ == Kind::question ? QColor(200, 150, 0)
                                                : theme.color(QPalette::Highlight);
  constexpr double share = 0.18;
  const auto mix = [](int from, int to) { return static_cast<int>(from + share * (to - from)); };
  QPalette own = theme;
  own.setColor(QPalette::Window,
               QColor(mix(background.red(), tint.red()), mix(background.green(), tint.green()),
                      mix(background.blue(), tint.blue())));
  setPalette(own);
}

}  // namespace gusset::viewer
