#pragma once
#include <QAbstractButton>

namespace gusset::viewer {

/// A line of a list that is clicked, or reached by Tab and Return: a name, and below it what it is. Long
/// words are cut short.
class LinkRow : public QAbstractButton {
 public:
  LinkRow(const QString& name, const QString& about, QWidget* parent);
  QSize sizeHint() const override;
  QSize minimumSizeHint() const override;

 protected:
  void paintEvent(QPaintEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;
  void enterEvent(QEnterEvent* event) override;
  void leaveEvent(QEvent* event) override;

 private:
  QString about_;
};

}  // namespace gusset::viewer
