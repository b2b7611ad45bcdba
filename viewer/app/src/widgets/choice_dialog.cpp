#include "gusset/viewer/app/widgets/choice_dialog.hpp"

#include <QDialogButtonBox>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QListWidget>
#include <QPushButton>
#include <QVBoxLayout>
#include <cstdlib>
#include <utility>

#include "widgets/qt_helpers.hpp"

namespace gusset::viewer {
namespace {

constexpr int title_buttons_width = 200;  // pixels, in a dialog's title bar, with the icon
constexpr int page = 8;                   // texts

}  // namespace

ChoiceDialog::ChoiceDialog(QWidget& window, const QString& title, const QString& label,
                           const QStringList& texts, int proposed, std::function<void(std::size_t)> chosen)
    : QDialog(&window) {
  setAttribute(Qt::WA_DeleteOnClose);
  setWindowTitle(title);
  setMinimumWidth(fontMetrics().horizontalAdvance(title) + title_buttons_width);
  auto* column = new QVBoxLayout(this);
  auto* question = plain_text_label("choice question");
  question->setText(label);
  column->addWidget(question);
  typed_ = named(new QLineEdit, "choice filter");
  typed_->setPlaceholderText("Type a part of the name");
  typed_->setClearButtonEnabled(true);
  typed_->installEventFilter(this);
  column->addWidget(typed_);
  list_ = named(new QListWidget, "choices");
  list_->setFocusPolicy(Qt::NoFocus);  // what is typed goes to the filter
  list_->addItems(texts);
  list_->setCurrentRow(proposed);
  column->addWidget(list_, 1);
  nothing_ = named(new QLabel("No name contains this"), "no choice");
  nothing_->setAlignment(Qt::AlignTop | Qt::AlignLeft);
  column->addWidget(nothing_, 1);
  auto* buttons = new QDialogButtonBox(QDialogButtonBox::Ok | QDialogButtonBox::Cancel);
  ok_ = buttons->button(QDialogButtonBox::Ok);
  column->addWidget(buttons);
  nothing_->hide();
  connect(typed_, &QLineEdit::textChanged, this, [this] { filter(); });
  connect(list_, &QListWidget::itemDoubleClicked, this, [this] { accept(); });
  connect(buttons, &QDialogButtonBox::accepted, this, &QDialog::accept);
  connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
  connect(this, &QDialog::accepted, this, [this, chosen = std::move(chosen)] {
    if (list_->currentRow() >= 0) chosen(static_cast<std::size_t>(list_->currentRow()));
  });
  typed_->setFocus();
}

QStringList ChoiceDialog::shown() const {
  QStringList texts;
  for (int row = 0; row < list_->count(); ++row) {
    if (!list_->item(row)->isHidden()) texts << list_->item(row)->text();
  }
  return texts;
}

QString ChoiceDialog::current() const {
  return list_->currentItem() == nullptr ? QString() : list_->currentItem()->text();
}

// The text that is typed completely is chosen even if others contain it, as in "task 1" and "task 10".
void ChoiceDialog::filter() {
  const QString typed = typed_->text().simplified();
  int first = -1;
  int exact = -1;
  for (int row = 0; row < list_->count(); ++row) {
    QListWidgetItem& item = *list_->item(row);
    item.setHidden(!item.text().contains(typed, Qt::CaseInsensitive));
    if (item.isHidden()) continue;
    if (first < 0) first = row;
    if (exact < 0 && item.text().compare(typed, Qt::CaseInsensitive) == 0) exact = row;
  }
  const bool stays = exact < 0 && list_->currentRow() >= 0 && !list_->currentItem()->isHidden();
  if (!stays) list_->setCurrentRow(exact >= 0 ? exact : first);
  list_->setVisible(first >= 0);
  nothing_->setVisible(first < 0);
  ok_->setEnabled(first >= 0);
}

void ChoiceDialog::step(int by) {
  for (int left = std::abs(by), row = list_->currentRow(); left > 0; --left) {
    do {
      row += by > 0 ? 1 : -1;
    } while (row >= 0 && row < list_->count() && list_->item(row)->isHidden());
    if (row < 0 || row >= list_->count()) return;
    list_->setCurrentRow(row);
  }
}

bool ChoiceDialog::eventFilter(QObject* watched, QEvent* event) {
  if (event->type() != QEvent::KeyPress) return QDialog::eventFilter(watched, event);
  switch (static_cast<const QKeyEvent&>(*event).key()) {
    case Qt::Key_Down:
      step(1);
      return true;
    case Qt::Key_Up:
      step(-1);
      return true;
    case Qt::Key_PageDown:
      step(page);
      return true;
    case Qt::Key_PageUp:
      step(-page);
      return true;
    default:
      return QDialog::eventFilter(watched, event);
  }
}

}  // namespace gusset::viewer
