#pragma once
#include <QDialog>
#include <functional>
#include <string>

class QTextBrowser;
class QWidget;

namespace gusset::viewer {

/// The notes for the lecturer and the pages that they link to. The window's keys work in them, but for Esc.
/// Deletes itself when closed.
class LecturerNotes : public QDialog {
 public:
  /// `failed` gets a message if the notes could not be saved.
  LecturerNotes(QWidget& window, std::function<void(const std::string&)> failed);

 private:
  void ask_for_file();
  void save_pdf(const QString& path);

  std::function<void(const std::string&)> failed_;
  QTextBrowser* page_ = nullptr;
};

}  // namespace gusset::viewer
