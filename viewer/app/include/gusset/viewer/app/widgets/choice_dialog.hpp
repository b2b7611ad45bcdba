#pragma once
#include <QDialog>
#include <QStringList>
#include <cstddef>
#include <functional>

class QLabel;
class QLineEdit;
class QListWidget;
class QPushButton;

namespace gusset::viewer {

/// Asks for one of several texts. Typing shows only the texts that contain what is typed, blanks included;
/// the arrow keys choose among them. Deletes itself when it closes.
class ChoiceDialog : public QDialog {
 public:
  /// `proposed` is the index of the text chosen at first. Passes the index of the accepted text to `chosen`.
  ChoiceDialog(QWidget& window, const QString& title, const QString& label, const QStringList& texts,
               int proposed, std::function<void(std::size_t)> chosen);

  /// The texts that are shown, in their order.
  QStringList shown() const;
  /// The chosen text; empty if no text contains what is typed.
  QString current() const;

 protected:
  bool eventFilter(QObject* watched, QEvent* event) override;

 private:
  void filter();
  void step(int by);

  QLineEdit* typed_ = nullptr;
  QListWidget* list_ = nullptr;
  QLabel* nothing_ = nullptr;
  QPushButton* ok_ = nullptr;
};

}  // namespace gusset::viewer
