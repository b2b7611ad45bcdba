#include "window/lecturer_notes.hpp"

#include <QAction>
#include <QFile>
#include <QFileDialog>
#include <QPdfWriter>
#include <QPushButton>
#include <QRegularExpression>
#include <QTextBrowser>
#include <memory>
#include <utility>

#include "gusset/base/text_file.hpp"
#include "gusset/viewer/app/widgets/installed_files.hpp"
#include "widgets/qt_helpers.hpp"

namespace gusset::viewer {
namespace {

// Pages that are installed with the lessons. Links between them work; other links are shown as text.
class NotesPage : public QTextBrowser {
 public:
  explicit NotesPage(QWidget* parent) : QTextBrowser(parent) { setObjectName("lecturer notes page"); }

 protected:
  QVariant loadResource(int type, const QUrl& name) override {
    if (type != QTextDocument::MarkdownResource) return QTextBrowser::loadResource(type, name);
    const QString path = installed(name);
    const auto text = read_text(std::filesystem::path(path.toStdU16String()));
    return text ? with_links_that_work(qt_text(*text)) : qt_text(text.error().message());
  }

 private:
  static QString installed(const QUrl& page) { return installed_file("lessons/" + page.fileName()); }
  static QString with_links_that_work(const QString& markdown) {
    static const QRegularExpression link("\\[([^\\]]*)\\]\\(([^)]*)\\)");
    QString text;
    qsizetype from = 0;
    for (const auto& match : link.globalMatch(markdown)) {
      const QUrl to(match.captured(2));
      const bool works = to.fileName().endsWith(".md") && !to.hasFragment() && !installed(to).isEmpty();
      text += QStringView(markdown).mid(from, match.capturedStart() - from);
      text += works ? match.captured() : match.captured(1);
      from = match.capturedEnd();
    }
    return text + markdown.mid(from);
  }
};

// Lets a window's keys work in the notes too, but for Esc, which closes them.
void share_keys(const QWidget& window, QWidget& notes) {
  for (QAction* action : window.findChildren<QAction*>()) {
    const QList<QKeySequence> keys = action->shortcuts();
    if (action->shortcutContext() == Qt::WindowShortcut && !keys.isEmpty() &&
        !keys.contains(QKeySequence(Qt::Key_Escape)))
      notes.addAction(action);
  }
}

}  // namespace

LecturerNotes::LecturerNotes(QWidget& window, std::function<void(const std::string&)> failed)
    : QDialog(&window), failed_(std::move(failed)), page_(new NotesPage(this)) {
  setObjectName("lecturer notes dialog");
  setAttribute(Qt::WA_DeleteOnClose);
  setWindowTitle("Notes for the lecturer");
  resize(760, 640);
  page_->setSource(QUrl("lecture.md"), QTextDocument::MarkdownResource);
  share_keys(window, *this);
  auto* save = named(new QPushButton("Save this page as PDF…", this), "save notes");
  save->setAutoDefault(false);
  connect(save, &QPushButton::clicked, this, [this] { ask_for_file(); });
  auto* bar = new QHBoxLayout;
  bar->setContentsMargins(8, 8, 8, 8);
  bar->addStretch();
  bar->addWidget(save);
  auto* layout = tight_column(this);
  layout->addWidget(page_);
  layout->addLayout(bar);
}

void LecturerNotes::ask_for_file() {
  auto* dialog = named(new QFileDialog(this, "Save the notes"), "save notes dialog");
  dialog->setAttribute(Qt::WA_DeleteOnClose);
  dialog->setAcceptMode(QFileDialog::AcceptSave);
  dialog->setDefaultSuffix("pdf");
  dialog->setNameFilter("PDF (*.pdf)");
  dialog->selectFile(page_->source().fileName().section('.', 0, 0));
  connect(dialog, &QFileDialog::fileSelected, this, [this](const QString& path) { save_pdf(path); });
  dialog->open();
}

void LecturerNotes::save_pdf(const QString& path) {
  QFile file(path);
  bool is_written = file.open(QIODevice::WriteOnly);
  if (is_written) {
    QPdfWriter pdf(&file);
    pdf.setPageSize(QPageSize(QPageSize::A4));
    pdf.setTitle(page_->documentTitle());
    const std::unique_ptr<QTextDocument> copy(page_->document()->clone());  // printing changes its layout
    copy->print(&pdf);
    is_written = file.flush();
  }
  if (!is_written)
    failed_(path.toStdString() + ": expected a file that can be written, found \"" +
            file.errorString().toStdString() + '"');
}

}  // namespace gusset::viewer
