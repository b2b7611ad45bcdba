#include "gusset/viewer/app/what_if/what_if_form.hpp"

#include <QComboBox>
#include <QDoubleSpinBox>
#include <QFormLayout>
#include <QHBoxLayout>
#include <QLabel>
#include <QLineEdit>
#include <QSignalBlocker>
#include <QSpinBox>
#include <algorithm>
#include <string_view>

#include "gusset/base/numbers.hpp"
#include "widgets/policy_box.hpp"
#include "widgets/qt_helpers.hpp"
#include "widgets/rich_text.hpp"

namespace gusset::viewer {
namespace {

constexpr unsigned min_slider_threads = 32;
constexpr unsigned min_slider_nodes = 16;
constexpr double min_speed = 0.01;
constexpr double max_speed = 1000.0;
constexpr int row_gap = 2;
constexpr int part_gap = 4;
constexpr int min_slider_width = 80;
constexpr int longest_name = 32;  // letters of a row's name
constexpr int value_room = 11;    // letters, so that the sliders end at one place

// Rows of a name and its field, which is below the name where both do not fit side by side.
QFormLayout* form_layout() {
  auto* rows = new QFormLayout;
  rows->setRowWrapPolicy(QFormLayout::WrapLongRows);
  rows->setFieldGrowthPolicy(QFormLayout::AllNonFixedFieldsGrow);
  rows->setVerticalSpacing(row_gap);
  return rows;
}

// After Return, the window's keys work again.
void leave_on_return(QAbstractSpinBox& box) {
  QObject::connect(box.findChild<QLineEdit*>(), &QLineEdit::returnPressed, &box,
                   [&box] { box.clearFocus(); });
}

// Sets a widget's value without emitting its signals.
template <class Widget, class Value>
void set_quietly(Widget* widget, Value value) {
  const QSignalBlocker quiet(widget);
  widget->setValue(value);
}

}  // namespace

WhatIfForm::WhatIfForm(QWidget* parent) : QWidget(parent) {
  auto* column = tight_column(this, part_gap);
  QFormLayout* rows = form_layout();
  make_count(*rows, "Workers", &WhatIf::threads, max_threads, threads_, threads_slider_);
  make_count(*rows, "Nodes", &WhatIf::nodes, max_nodes, nodes_, nodes_slider_);
  threads_->setToolTip("Workers per node");
  make_network(*rows, "Latency", &WhatIf::latency_s, latency_scale, latency_, latency_slider_);
  make_network(*rows, "Bandwidth", &WhatIf::bandwidth_bytes_per_s, bandwidth_scale, bandwidth_,
               bandwidth_slider_);
  policy_ = new PolicyBox("what if policy");
  connect(policy_, &QComboBox::activated, this, [this](int) {
    values_.policy = policy_->currentText().toStdString();
    notify(false);
  });
  rows->addRow("Policy", policy_);
  column->addLayout(rows);

  auto* heading = new QLabel("<b>Kernel speed</b>");
  heading->setToolTip("Speedup of each kernel; double-click a slider to reset it");
  column->addWidget(heading);
  kernel_rows_ = form_layout();
  column->addLayout(kernel_rows_);
}

ValueSlider* WhatIfForm::add_slider(QFormLayout& rows, const QString& name, const QString& id, QWidget* value,
                                    std::function<void(int, bool)> set, std::function<void()> reset) {
  auto* slider = named(new ValueSlider(std::move(reset)), id);
  slider->setMinimumWidth(min_slider_width);
  connect(slider, &QSlider::valueChanged, this,
          [slider, set = std::move(set)](int step) { set(step, slider->isSliderDown()); });
  connect(slider, &QSlider::sliderReleased, this, [this] { notify(false); });
  auto* label = new QLabel;
  label->setTextFormat(Qt::PlainText);
  label->setText(
      fontMetrics().elidedText(name, Qt::ElideMiddle, longest_name * fontMetrics().averageCharWidth()));
  if (label->text() != name) label->setToolTip(plain_tooltip(name));
  auto* field = new QWidget;
  auto* parts = new QHBoxLayout(field);
  parts->setContentsMargins(0, 0, 0, 0);
  value->setMinimumWidth(value_room * fontMetrics().averageCharWidth());
  parts->addWidget(slider, 1);
  parts->addWidget(value);
  rows.addRow(label, field);
  return slider;
}

void WhatIfForm::make_count(QFormLayout& rows, const QString& name, unsigned WhatIf::*count, unsigned most,
                            QSpinBox*& box, ValueSlider*& slider) {
  const QString id = "what if " + name.toLower();
  box = named(new QSpinBox, id);
  box->setRange(1, static_cast<int>(most));
  box->setKeyboardTracking(false);
  const auto set = [this, count](int value, bool is_dragged) {
    values_.*count = static_cast<unsigned>(value);
    notify(is_dragged);
  };
  connect(box, &QSpinBox::valueChanged, this, [set](int value) { set(value, false); });
  leave_on_return(*box);
  slider = add_slider(rows, name, id + " slider", box, set,
                      [this, set, count] { set(static_cast<int>(base_.*count), false); });
}

void WhatIfForm::make_network(QFormLayout& rows, const QString& name, double WhatIf::*value,
                              const LogScale& scale, QLabel*& label, ValueSlider*& slider) {
  const QString id = "what if " + name.toLower();
  label = named(new QLabel, id);
  label->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
  const auto set = [this, value](double number, bool is_dragged) {
    values_.*value = number;
    notify(is_dragged);
  };
  slider = add_slider(
      rows, name, id + " slider", label,
      [set, scale](int step, bool is_dragged) { set(scale.value(step), is_dragged); },
      [this, set, value] { set(base_.*value, false); });
  slider->setRange(0, scale.steps());
  slider->setToolTip("For messages between nodes; double-click to reset");
}

void WhatIfForm::make_kernels(const std::vector<std::string>& types) {
  kernels_.clear();
  while (kernel_rows_->rowCount() > 0) kernel_rows_->removeRow(0);  // deletes the row's widgets
  for (const std::string& type : types) {
    auto* box = named(new QDoubleSpinBox, "what if times of " + qt_text(type));
    box->setDecimals(2);
    box->setSingleStep(0.1);
    box->setRange(min_speed, max_speed);
    box->setSuffix("×");
    box->setKeyboardTracking(false);
    const auto set = [this, type](double times, bool is_dragged) {
      values_.set_speed(type, times);
      notify(is_dragged);
    };
    connect(box, &QDoubleSpinBox::valueChanged, this, [set](double times) { set(times, false); });
    auto* slider = add_slider(
        *kernel_rows_, qt_text(type), "what if speed of " + qt_text(type), box,
        [set](int step, bool is_dragged) { set(speed_scale.value(step), is_dragged); },
        [set] { set(1.0, false); });
    slider->setRange(0, speed_scale.steps());
    slider->setToolTip("Speedup; double-click to reset");
    kernels_.push_back({type, slider, box});
  }
}

void WhatIfForm::set_trace(const WhatIf& base, const std::vector<std::string>& kernels) {
  base_ = base;
  threads_slider_->setRange(1, static_cast<int>(std::max(2 * base.threads, min_slider_threads)));
  nodes_slider_->setRange(1, static_cast<int>(std::max(2 * base.nodes, min_slider_nodes)));
  make_kernels(kernels);
  set_values(base);
}

void WhatIfForm::set_values(const WhatIf& values) {
  values_ = values;
  set_quietly(threads_, static_cast<int>(values_.threads));
  set_quietly(threads_slider_, static_cast<int>(values_.threads));
  set_quietly(nodes_, static_cast<int>(values_.nodes));
  set_quietly(nodes_slider_, static_cast<int>(values_.nodes));
  set_quietly(latency_slider_, latency_scale.step(values_.latency_s));
  set_quietly(bandwidth_slider_, bandwidth_scale.step(values_.bandwidth_bytes_per_s));
  const bool has_network = values_.nodes > 1;
  latency_slider_->setEnabled(has_network);
  bandwidth_slider_->setEnabled(has_network);
  latency_->setText(has_network ? qt_text(duration_text(values_.latency_s)) : "one node");
  bandwidth_->setText(has_network ? qt_text(bandwidth_text(values_.bandwidth_bytes_per_s)) : "one node");
  policy_->setCurrentText(qt_text(values_.policy));  // `activated` reports only the user's changes
  for (const KernelRow& kernel : kernels_) {
    const double times = values_.speed_of(kernel.type);
    set_quietly(kernel.slider, speed_scale.step(times));
    set_quietly(kernel.box, times);
  }
}

void WhatIfForm::notify(bool is_dragged) {
  set_values(WhatIf(values_));  // keeps the slider, box and label of each value in step
  changed(values_, is_dragged);
}

}  // namespace gusset::viewer
