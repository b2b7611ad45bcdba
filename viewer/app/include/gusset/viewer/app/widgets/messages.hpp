#pragma once
#include <QMainWindow>
#include <QMessageBox>
#include <QStatusBar>
#include <string>

namespace gusset::viewer {

/// Shows a message in the status bar for 6 seconds.
inline void say(QMainWindow& window, const QString& text) {
  constexpr int message_ms = 6000;
  window.statusBar()->showMessage(text, message_ms);
}

/// Shows an error in a message box. Returns immediately.
inline void warn(QWidget& window, const QString& title, const std::string& message) {
  auto* box =
      new QMessageBox(QMessageBox::Warning, title, QString::fromStdString(message), QMessageBox::Ok, &window);
  box->setObjectName("message");
  box->setAttribute(Qt::WA_DeleteOnClose);
  box->setTextFormat(Qt::PlainText);
  box->open();
}

}  // namespace gusset::viewer
