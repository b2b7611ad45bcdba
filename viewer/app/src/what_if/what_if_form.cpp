#include "gusset/viewer/app/what_if/what_if_form.hpp"

#include <QComboBox>
#include <QDoubleSpinBox>
#include <QGridLayout>
#include <QLabel>
#include <QScrollArea>
#include <QSignalBlocker>
#include <QSpinBox>
#include <algorithm>
#include <string_view>

#include "gusset/base/numbers.hpp"
#include "widgets/policy_box.hpp"
#include "widgets/qt_helpers.hpp"

namespace gusset::viewer {
namespace {

constexpr unsigned min_slider_threads = 32;
constexpr unsigned min_slider_nodes = 16;
constexpr double min_speed = 0.01;
constexpr double max_speed = 1000.0;
constexpr int max_kernel_rows = 4;  // further rows scroll
constexpr int row_gap = 2;
constexpr int part_gap = 4;

// Sets a widget's value without emitting its signals.
template <class Widget, class Value>
void set_quietly(Widget* widget, Value value) {
  const QSignalBlocker quiet(widget);
  widget->setValue(value);
}

}  // namespace

WhatIfForm::WhatIfForm(QWidget* parent) : QWidget(parent) {
  setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
  auto* column = tight_column(this, part_gap);
  auto* grid = new QGridLayout;
  grid->setVerticalSpacing(row_gap);
  grid->setColumnStretch(1, 1);
  make_count(*grid, 0, "Workers", &WhatIf::threads, max_threads, threads_, threads_slider_);
  make_count(*grid, 1, "Nodes", &WhatIf::nodes, max_nodes, nodes_, nodes_slider_);
  threads_->setToolTip("Workers (threads) per node");
  make_network(*grid, 2, "Latency", &WhatIf::latency_s, latency_scale, latency_, latency_slider_);
  make_network(*grid, 3, "Bandwidth", &WhatIf::bandwidth_bytes_per_s, bandwidth_scale, bandwidth_,
               bandwidth_slider_);
  policy_ = policy_box("what if policy");
  connect(policy_, &QComboBox::activated, this, [this](int) {
    values_.policy = policy_->currentText().toStdString();
    notify(false);
  });
  grid->addWidget(new QLabel("Policy"), 4, 0);
  grid->addWidget(policy_, 4, 1, 1, 2);
  column->addLayout(grid);

  auto* heading = new QLabel("<b>Kernel speed</b>");
  heading->setToolTip("Speedup of each kernel; double-click a slider to reset it");
  column->addWidget(heading);
  kernel_scroll_ = scroll_area(nullptr);
  column->addWidget(kernel_scroll_);
}

ValueSlider* WhatIfForm::add_slider(QGridLayout& grid, int row, const QString& name, const QString& id,
                                    QWidget* value, std::function<void(int, bool)> set,
                                    std::function<void()> reset) {
  auto* slider = named(new ValueSlider(std::move(reset)), id);
  connect(slider, &QSlider::valueChanged, this,
          [slider, set = std::move(set)](int step) { set(step, slider->isSliderDown()); });
  connect(slider, &QSlider::sliderReleased, this, [this] { notify(false); });
  auto* label = new QLabel(name);
  label->setTextFormat(Qt::PlainText);
  grid.addWidget(label, row, 0);
  grid.addWidget(slider, row, 1);
  grid.addWidget(value, row, 2);
  return slider;
}

void WhatIfForm::make_count(QGridLayout& grid, int row, const QString& name, unsigned WhatIf::*count,
                            unsigned most, QSpinBox*& box, ValueSlider*& slider) {
  const QString id = "what if " + name.toLower();
  box = named(new QSpinBox, id);
  box->setRange(1, static_cast<int>(most));
  box->setKeyboardTracking(false);
  const auto set = [this, count](int value, bool is_dragged) {
    values_.*count = static_cast<unsigned>(value);
    notify(is_dragged);
  };
  connect(box, &QSpinBox::valueChanged, this, [set](int value) { set(value, false); });
  slider = add_slider(grid, row, name, id + " slider", box, set,
                      [this, set, count] { set(static_cast<int>(base_.*count), false); });
}

void WhatIfForm::make_network(QGridLayout& grid, int row, const QString& name, double WhatIf::*value,
                              const LogScale& scale, QLabel*& label, ValueSlider*& slider) {
  const QString id = "what if " + name.toLower();
  label = named(new QLabel, id);
  label->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
  const auto set = [this, value](double number, bool is_dragged) {
    values_.*value = number;
    notify(is_dragged);
  };
  slider = add_slider(
      grid, row, name, id + " slider", label,
      [set, scale](int step, bool is_dragged) { set(scale.value(step), is_dragged); },
      [this, set, value] { set(base_.*value, false); });
  slider->setRange(0, scale.steps());
  slider->setToolTip("For messages between nodes; double-click to reset");
}

void WhatIfForm::make_kernels(const std::vector<std::string>& types) {
  kernels_.clear();
  auto* area = new QWidget;
  auto* grid = new QGridLayout(area);
  grid->setContentsMargins(0, 0, 0, 0);
  grid->setVerticalSpacing(row_gap);
  grid->setColumnStretch(1, 1);
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
        *grid, static_cast<int>(kernels_.size()), qt_text(type), "what if speed of " + qt_text(type), box,
        [set](int step, bool is_dragged) { set(speed_scale.value(step), is_dragged); },
        [set] { set(1.0, false); });
    slider->setRange(0, speed_scale.steps());
    slider->setToolTip("Speedup; double-click to reset");
    kernels_.push_back({type, slider, box});
  }
  grid->setRowStretch(static_cast<int>(kernels_.size()), 1);
  kernel_scroll_->setWidget(area);  // deletes the previous one
}

void WhatIfForm::set_trace(const WhatIf& base, const std::vector<std::string>& kernels) {
  base_ = base;
  threads_slider_->setRange(1, static_cast<int>(std::max(2 * base.threads, min_slider_threads)));
  nodes_slider_->setRange(1, static_cast<int>(std::max(2 * base.nodes, min_slider_nodes)));
  make_kernels(kernels);
  set_values(base);
  keep_height();
}

void WhatIfForm::keep_height() {
  const int rows_shown = std::min(static_cast<int>(kernels_.size()), max_kernel_rows);
  const int height = kernels_.empty() ? 0 : kernels_[0].box->sizeHint().height() + row_gap;
  kernel_scroll_->setFixedHeight(rows_shown * height);
  // A report with long lines would otherwise squeeze the form.
  layout()->invalidate();
  setMinimumHeight(layout()->totalSizeHint().height());
}

void WhatIfForm::showEvent(QShowEvent* event) {
  QWidget::showEvent(event);
  keep_height();  // styles change sizes when widgets are first shown
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
