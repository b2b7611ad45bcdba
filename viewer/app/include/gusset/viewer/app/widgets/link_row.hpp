#pragma once
#include <QAbstractButton>
#include <QImage>

namespace gusset::viewer {

/// A list entry that opens on a click, or by Tab and Return: a name with a description below it, and an
/// optional small picture beside them. Wraps a long description, but elides the name, and a description that
/// contains a path or has a picture beside it.
class LinkRow : public QAbstractButton {
 public:
  LinkRow(const QString& name, const QString& about, QWidget* parent);
  /// Null: no picture.
  void show_miniature(QImage image);
  const QImage& miniature() const { return miniature_; }
  QSize sizeHint() const override;
  QSize minimumSizeHint() const override { return {120, sizeHint().height()}; }
  int heightForWidth(int width) const override;

 protected:
  void paintEvent(QPaintEvent* event) override;
  void keyPressEvent(QKeyEvent* event) override;
  void enterEvent(QEnterEvent*) override { update(); }
  void leaveEvent(QEvent*) override { update(); }

 private:
  bool wraps() const;

  QString about_;
  QImage miniature_;
};

}  // namespace gusset::viewer
