#include "gusset/viewer/app/window/picture_dialog.hpp"

#include <QDialogButtonBox>
#include <QFileDialog>
#include <QFileInfo>
#include <QGridLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QPushButton>
#include <QRadioButton>
#include <QVBoxLayout>

#include "widgets/qt_helpers.hpp"

namespace gusset::viewer {

paper::FigureOptions picture_options(PictureSize size, const paper::FigureOptions& full) {
  switch (size) {
    case PictureSize::full:
      break;
    case PictureSize::column:
      return paper::column_options();
    case PictureSize::slide:
      return paper::slide_options();
  }
  return full;
}

QString picture_stem(const std::filesystem::path& trace) {
  std::filesystem::path name = trace.filename();
  if (name.extension() == ".gz") name = name.stem();
  name = name.stem();
  return name.empty() ? "trace" : qt_path(name);
}

PictureDialog::PictureDialog(const QString& title, const QString& full, const QString& file, PictureSize size,
                             QWidget* parent)
    : QDialog(parent) {
  setObjectName("picture dialog");
  setAttribute(Qt::WA_DeleteOnClose);
  setWindowTitle(title);
  auto* grid = new QGridLayout;
  file_ = named(new QLineEdit(file, this), "picture file");
  file_->setMinimumWidth(420);
  auto* choose = new QPushButton("Choose…", this);
  choose->setAutoDefault(false);
  connect(choose, &QPushButton::clicked, this, [this] { choose_file(); });
  grid->addWidget(new QLabel("File", this), 0, 0);
  grid->addWidget(file_, 0, 1);
  grid->addWidget(choose, 0, 2);
  const auto offer = [&](const QString& text, const char* name, PictureSize one, int row) {
    auto* button = named(new QRadioButton(text, this), name);
    button->setChecked(one == size);
    grid->addWidget(button, row, 1);
    return button;
  };
  grid->addWidget(new QLabel("Size", this), 1, 0);
  offer(full, "picture full", PictureSize::full, 1);
  column_ = offer("Paper column, 86 mm", "picture column", PictureSize::column, 2);
  slide_ = offer("16:9 slide", "picture slide", PictureSize::slide, 3);
  message_ = plain_text_label("picture message");
  auto* buttons = new QDialogButtonBox(QDialogButtonBox::Cancel, this);
  export_ = buttons->addButton("Export", QDialogButtonBox::ActionRole);
  export_->setObjectName("picture export");
  export_->setDefault(true);
  export_->setAutoDefault(true);
  connect(export_, &QPushButton::clicked, this, [this] { finish(); });
  connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
  connect(file_, &QLineEdit::textChanged, this, [this] { check_file(); });
  auto* column = new QVBoxLayout(this);
  column->addLayout(grid);
  column->addWidget(message_);
  column->addStretch(1);
  column->addWidget(buttons);
  check_file();
  file_->setFocus();
}

void PictureDialog::choose_file() {
  const QString name =
      QFileDialog::getSaveFileName(this, windowTitle(), file_->text(), "Pictures (*.svg *.pdf *.png)",
                                   nullptr, QFileDialog::DontConfirmOverwrite);  // this dialog warns about it
  if (!name.isEmpty()) file_->setText(name);
}

void PictureDialog::check_file() {
  const QFileInfo file(file_->text().trimmed());
  const bool replaces = file.isFile();
  export_->setText(replaces ? "Replace" : "Export");
  message_->setText(replaces ? file.fileName() + " exists and will be replaced."
                             : "The extension selects the format: .svg, .pdf or .png.");
}

// Pressing Return once in the name does not replace a file, because the name may be the suggested one.
void PictureDialog::keyPressEvent(QKeyEvent* event) {
  const bool is_return = event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter;
  if (is_return && QFileInfo(file_->text().trimmed()).isFile() && !export_->hasFocus()) {
    message_->setText(QFileInfo(file_->text().trimmed()).fileName() +
                      " exists: press Return again to replace it.");
    export_->setFocus();
    return;
  }
  QDialog::keyPressEvent(event);
}

void PictureDialog::show_error(const QString& text) {
  message_->setText("picture: " + text);
  file_->setFocus();
}

void PictureDialog::finish() {
  const QString name = file_->text().trimmed();
  if (!paper::is_picture(path())) {
    show_error("expected a name that ends in .png, .svg or .pdf, found \"" + name + "\"");
    return;
  }
  if (const QFileInfo folder(QFileInfo(name).absolutePath()); !folder.isDir() || !folder.isWritable()) {
    show_error("expected a folder that can be written to, found \"" + folder.filePath() + "\"");
    return;
  }
  accept();
}

std::filesystem::path PictureDialog::path() const {
  return file_->text().trimmed().toStdU16String();
}

PictureSize PictureDialog::size() const {
  return column_->isChecked()  ? PictureSize::column
         : slide_->isChecked() ? PictureSize::slide
                               : PictureSize::full;
}

}  // namespace gusset::viewer
