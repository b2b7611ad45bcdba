#pragma once
#include <QAbstractButton>

namespace gusset::viewer {

/// A list entry that opens on a click, or by Tab and Return: a name with a description below it. Elides long
/// text.
class LinkRow : public QAbstractButton {
 public:
  LinkRow(const QString& name, const QString& about, QWidget* parent);
  QSize sizeHint() const override;
  QSize minimumSizeHint() const override { return {120, sizeHint().height()}; }

 protected:
  void paintEvent(QPaintEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;
  void enterEvent(QEnterEvent*) override { update(); }
  void leaveEvent(QEvent*) override { update(); }

 private:
  QString about_;
};

}  // namespace gusset::viewer
