#pragma once
#include <QComboBox>
#include <QLabel>
#include <QObject>
#include <QScrollArea>
#include <QString>
#include <QVBoxLayout>
#include <filesystem>
#include <string_view>

namespace gusset::viewer {

/// Converts the model's UTF-8 to Qt's text.
inline QString qt_text(std::string_view text) {
  return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()));
}
inline QString qt_path(const std::filesystem::path& path) {
  return QString::fromStdU16String(path.u16string());
}

/// Sets the object name that tests, saved docks and `--do` use, and returns the object.
template <class Object>
Object* named(Object* object, const QString& name) {
  object->setObjectName(name);
  return object;
}

/// A property of fields for numbers that also take letters, as in "250us".
inline constexpr const char* takes_units = "takes units";

/// Gives a box the tooltip of its chosen item, now and after each choice.
inline void show_choices_tooltip(QComboBox& box) {
  const auto show = [&box](int index) { box.setToolTip(box.itemData(index, Qt::ToolTipRole).toString()); };
  QObject::connect(&box, &QComboBox::currentIndexChanged, &box, show);
  show(box.currentIndex());
}

/// Makes a word-wrapped label that shows no rich text, since its text may come from outside.
inline QLabel* plain_text_label(const QString& name) {
  auto* label = named(new QLabel, name);
  label->setWordWrap(true);
  label->setTextFormat(Qt::PlainText);
  return label;
}
/// Makes a top-aligned label for sentences and tables in rich text, which can be selected.
inline QLabel* report_label(const QString& name) {
  auto* label = named(new QLabel, name);
  label->setWordWrap(true);
  label->setAlignment(Qt::AlignTop);
  label->setTextFormat(Qt::RichText);
  label->setTextInteractionFlags(Qt::TextSelectableByMouse);
  return label;
}

/// Lays out a widget's children in a column without a margin. A spacing of -1 means the style's spacing.
inline QVBoxLayout* tight_column(QWidget* widget, int spacing = -1) {
  auto* column = new QVBoxLayout(widget);
  column->setContentsMargins(0, 0, 0, 0);
  column->setSpacing(spacing);
  return column;
}

/// Puts a widget into a frameless scroll area.
inline QScrollArea* scroll_area(QWidget* content, QWidget* parent = nullptr) {
  auto* area = new QScrollArea(parent);
  area->setWidgetResizable(true);
  area->setFrameShape(QFrame::NoFrame);
  area->setWidget(content);
  return area;
}

}  // namespace gusset::viewer
