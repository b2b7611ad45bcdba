#pragma once
#include <QSlider>
#include <functional>

namespace gusset::viewer {

/// A horizontal slider that a double click sets back.
class ValueSlider : public QSlider {
 public:
  explicit ValueSlider(QWidget* parent = nullptr);

  /// After a double click.
  std::function<void()> reset;

 protected:
  void mouseDoubleClickEvent(QMouseEvent* event) override;
  /// The wheel scrolls what the slider lies in, unless the slider has the focus.
  void wheelEvent(QWheelEvent* event) override;
};

}  // namespace gusset::viewer
