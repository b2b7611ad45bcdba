#include "gusset/viewer/app/what_if/what_if_form.hpp"

#include <QComboBox>
#include <QDoubleSpinBox>
#include <QGridLayout>
#include <QLabel>
#include <QScrollArea>
#include <QSignalBlocker>
#include <QSpinBox>
#include <QVBoxLayout>
#include <algorithm>
#include <string_view>

#include "gusset/base/policy_names.hpp"

namespace gusset::viewer {
namespace {

constexpr unsigned least_slider_threads = 32;
constexpr unsigned least_slider_nodes = 16;
constexpr double least_speed = 0.01;
constexpr double most_speed = 1000.0;
constexpr int most_kernel_rows = 4;  // before they scroll
constexpr int row_gap = 2;
constexpr int part_gap = 4;

QString shown_text(const std::string& text) {
  return QString::fromStdString(text);
}

// Sets a widget without its telling that it changed.
template <class Widget, class Value>
void set_quietly(Widget* widget, Value value) {
  const QSignalBlocker quiet(widget);
  widget->setValue(value);
}

}  // namespace

WhatIfForm::WhatIfForm(QWidget* parent) : QWidget(parent) {
  setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
  auto* column = new QVBoxLayout(this);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(part_gap);
  auto* grid = new QGridLayout;
  grid->setVerticalSpacing(row_gap);
  grid->setColumnStretch(1, 1);
  make_count(*grid, 0, "Threads", &WhatIf::threads, most_threads, threads_, threads_slider_);
  make_count(*grid, 1, "Nodes", &WhatIf::nodes, most_nodes, nodes_, nodes_slider_);
  threads_->setToolTip("Of each node");
  make_network(*grid, 2, "Latency", &WhatIf::latency_s, latency_scale, latency_, latency_slider_);
  make_network(*grid, 3, "Bandwidth", &WhatIf::bandwidth_bytes_per_s, bandwidth_scale, bandwidth_,
               bandwidth_slider_);
  policy_ = new QComboBox;
  policy_->setObjectName("what if policy");
  for (const std::string_view name : built_in_policy_names) policy_->addItem(shown_text(std::string(name)));
  connect(policy_, &QComboBox::activated, this, [this](int) {
    values_.policy = policy_->currentText().toStdString();
    tell(false);
  });
  grid->addWidget(new QLabel("Policy"), 4, 0);
  grid->addWidget(policy_, 4, 1, 1, 2);
  column->addLayout(grid);

  auto* heading = new QLabel("<b>Speed of kernels</b>");
  heading->setToolTip("How many times as fast; a double click on a slider sets it back");
  column->addWidget(heading);
  kernel_scroll_ = new QScrollArea;
  kernel_scroll_->setWidgetResizable(true);
  kernel_scroll_->setFrameShape(QFrame::NoFrame);
  column->addWidget(kernel_scroll_);
}

void WhatIfForm::make_count(QGridLayout& grid, int row, const QString& name, unsigned WhatIf::*count,
                            unsigned most, QSpinBox*& box, ValueSlider*& slider) {
  slider = new ValueSlider;
  slider->setObjectName("what if " + name.toLower() + " slider");
  box = new QSpinBox;
  box->setObjectName("what if " + name.toLower());
  box->setRange(1, static_cast<int>(most));
  box->setKeyboardTracking(false);
  const auto set = [this, count](int value, bool is_dragged) {
    values_.*count = static_cast<unsigned>(value);
    tell(is_dragged);
  };
  connect(slider, &QSlider::valueChanged, this,
          [set, slider = slider](int value) { set(value, slider->isSliderDown()); });
  connect(slider, &QSlider::sliderReleased, this, [this] { tell(false); });
  connect(box, &QSpinBox::valueChanged, this, [set](int value) { set(value, false); });
  slider->reset = [this, set, count] { set(static_cast<int>(base_.*count), false); };
  grid.addWidget(new QLabel(name), row, 0);
  grid.addWidget(slider, row, 1);
  grid.addWidget(box, row, 2);
}

void WhatIfForm::make_network(QGridLayout& grid, int row, const QString& name, double WhatIf::*value,
                              const LogScale& scale, QLabel*& label, ValueSlider*& slider) {
  slider = new ValueSlider;
  slider->setObjectName("what if " + name.toLower() + " slider");
  slider->setRange(0, scale.steps());
  slider->setToolTip("Of messages between nodes; a double click sets it back");
  label = new QLabel;
  label->setObjectName("what if " + name.toLower());
  label->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
  const auto set = [this, value](double number, bool is_dragged) {
    values_.*value = number;
    tell(is_dragged);
  };
  connect(slider, &QSlider::valueChanged, this,
          [set, slider = slider, scale](int step) { set(scale.value(step), slider->isSliderDown()); });
  connect(slider, &QSlider::sliderReleased, this, [this] { tell(false); });
  slider->reset = [this, set, value] { set(base_.*value, false); };
  grid.addWidget(new QLabel(name), row, 0);
  grid.addWidget(slider, row, 1);
  grid.addWidget(label, row, 2);
}

void WhatIfForm::make_kernels(const std::vector<std::string>& types) {
  kernels_.clear();
  auto* area = new QWidget;
  auto* grid = new QGridLayout(area);
  grid->setContentsMargins(0, 0, 0, 0);
  grid->setVerticalSpacing(row_gap);
  grid->setColumnStretch(1, 1);
  int row = 0;
  for (const std::string& type : types) {
    KernelRow kernel{type, new ValueSlider, new QDoubleSpinBox};
    kernel.slider->setObjectName("what if speed of " + shown_text(type));
    kernel.slider->setRange(0, speed_scale.steps());
    kernel.slider->setToolTip("How many times as fast; a double click sets it back");
    kernel.box->setObjectName("what if times of " + shown_text(type));
    kernel.box->setDecimals(2);
    kernel.box->setSingleStep(0.1);
    kernel.box->setRange(least_speed, most_speed);
    kernel.box->setSuffix("×");
    kernel.box->setKeyboardTracking(false);
    const auto set = [this, type](double times, bool is_dragged) {
      values_.set_speed(type, times);
      tell(is_dragged);
    };
    connect(kernel.slider, &QSlider::valueChanged, this, [set, slider = kernel.slider](int step) {
      set(speed_scale.value(step), slider->isSliderDown());
    });
    connect(kernel.slider, &QSlider::sliderReleased, this, [this] { tell(false); });
    connect(kernel.box, &QDoubleSpinBox::valueChanged, this, [set](double times) { set(times, false); });
    kernel.slider->reset = [set] { set(1.0, false); };
    auto* name = new QLabel(shown_text(type));
    name->setTextFormat(Qt::PlainText);
    grid->addWidget(name, row, 0);
    grid->addWidget(kernel.slider, row, 1);
    grid->addWidget(kernel.box, row, 2);
    kernels_.push_back(std::move(kernel));
    ++row;
  }
  grid->setRowStretch(row, 1);
  kernel_scroll_->setWidget(area);  // the one before it goes
}

void WhatIfForm::set_trace(const WhatIf& base, const std::vector<std::string>& kernels) {
  base_ = base;
  threads_slider_->setRange(1, static_cast<int>(std::max(2 * base.threads, least_slider_threads)));
  nodes_slider_->setRange(1, static_cast<int>(std::max(2 * base.nodes, least_slider_nodes)));
  make_kernels(kernels);
  set_values(base);
  keep_height();
}

void WhatIfForm::keep_height() {
  const int rows_shown = std::min(static_cast<int>(kernels_.size()), most_kernel_rows);
  const int height = kernels_.empty() ? 0 : kernels_[0].box->sizeHint().height() + row_gap;
  kernel_scroll_->setFixedHeight(rows_shown * height);
  // Else a report with long lines would press it together.
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
  latency_->setText(has_network ? shown_text(latency_text(values_.latency_s)) : "one node");
  bandwidth_->setText(has_network ? shown_text(bandwidth_text(values_.bandwidth_bytes_per_s)) : "one node");
  policy_->setCurrentText(shown_text(values_.policy));  // `activated` tells of users only
  for (const KernelRow& kernel : kernels_) {
    const double times = values_.speed_of(kernel.type);
    set_quietly(kernel.slider, speed_scale.step(times));
    set_quietly(kernel.box, times);
  }
}

void WhatIfForm::tell(bool is_dragged) {
  set_values(WhatIf(values_));  // what belongs together
  if (changed) changed(values_, is_dragged);
}

}  // namespace gusset::viewer
