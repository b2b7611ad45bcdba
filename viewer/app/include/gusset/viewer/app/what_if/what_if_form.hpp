#pragma once
#include <QSlider>
#include <QWheelEvent>
#include <QWidget>
#include <functional>
#include <string>
#include <utility>
#include <vector>

#include "gusset/viewer/model/document/signal.hpp"
#include "gusset/viewer/model/what_if/what_if.hpp"

class QComboBox;
class QDoubleSpinBox;
class QFormLayout;
class QLabel;
class QSpinBox;

namespace gusset::viewer {

/// A horizontal slider that a double click resets.
class ValueSlider : public QSlider {
 public:
  /// `reset` is called after a double click.
  explicit ValueSlider(std::function<void()> reset) : QSlider(Qt::Horizontal), reset_(std::move(reset)) {
    setFocusPolicy(Qt::StrongFocus);
  }

 protected:
  void mouseDoubleClickEvent(QMouseEvent* event) override {
    event->accept();
    reset_();
  }
  /// Passes the wheel on to the surrounding scroll area unless the slider has the focus.
  void wheelEvent(QWheelEvent* event) override {
    if (hasFocus()) {
      QSlider::wheelEvent(event);
    } else {
      event->ignore();
    }
  }

 private:
  std::function<void()> reset_;
};

/// Sliders and boxes for the simulated machine, policy and kernels.
class WhatIfForm : public QWidget {
 public:
  explicit WhatIfForm(QWidget* parent = nullptr);

  /// The user changed a value. Also passes whether the slider is still held.
  Signal<const WhatIf&, bool> changed;

  /// Sets the trace's values, which double clicks restore, and its kernels.
  void set_trace(const WhatIf& base, const std::vector<std::string>& kernels);
  void set_values(const WhatIf& values);

 private:
  struct KernelRow {
    std::string type;
    ValueSlider* slider = nullptr;
    QDoubleSpinBox* box = nullptr;
  };

  /// Adds a row with a name, a slider and a widget for the value. `set` receives each step that the user
  /// sets, and whether the slider is still held.
  ValueSlider* add_slider(QFormLayout& rows, const QString& name, const QString& id, QWidget* value,
                          std::function<void(int step, bool is_dragged)> set, std::function<void()> reset);
  void make_count(QFormLayout& rows, const QString& name, unsigned WhatIf::*count, unsigned most,
                  QSpinBox*& box, ValueSlider*& slider);
  void make_network(QFormLayout& rows, const QString& name, double WhatIf::*value, const LogScale& scale,
                    QLabel*& label, ValueSlider*& slider);
  void make_kernels(const std::vector<std::string>& types);
  void notify(bool is_dragged);

  WhatIf base_;
  WhatIf values_;
  QSpinBox* threads_ = nullptr;
  ValueSlider* threads_slider_ = nullptr;
  QSpinBox* nodes_ = nullptr;
  ValueSlider* nodes_slider_ = nullptr;
  QLabel* latency_ = nullptr;
  ValueSlider* latency_slider_ = nullptr;
  QLabel* bandwidth_ = nullptr;
  ValueSlider* bandwidth_slider_ = nullptr;
  QComboBox* policy_ = nullptr;
  QFormLayout* kernel_rows_ = nullptr;
  std::vector<KernelRow> kernels_;
};

}  // namespace gusset::viewer
