#pragma once
#include <QLabel>
#include <QObject>
#include <QScrollArea>
#include <QString>
#include <filesystem>
#include <string>
#include <string_view>

namespace gusset::viewer {

/// The model's UTF-8 as Qt's text.
inline QString qt_text(std::string_view text) {
  return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()));
}
inline QString qt_path(const std::filesystem::path& path) {
  return QString::fromStdU16String(path.u16string());
}

/// Gives an object the name that tests, saved docks and `--do` know it by, and returns it.
template <class Object>
Object* named(Object* object, const QString& name) {
  object->setObjectName(name);
  return object;
}

/// A label of as many lines as its words need; from outside, so that they are no markup.
inline QLabel* words_label(const QString& name) {
  auto* label = named(new QLabel, name);
  label->setWordWrap(true);
  label->setTextFormat(Qt::PlainText);
  return label;
}
/// A label of sentences and tables in rich text, from the top; they can be copied.
inline QLabel* report_label(const QString& name) {
  auto* label = named(new QLabel, name);
  label->setWordWrap(true);
  label->setAlignment(Qt::AlignTop);
  label->setTextInteractionFlags(Qt::TextSelectableByMouse);
  return label;
}

/// Makes a widget scroll where it has no room, without a frame.
inline QScrollArea* scroll_area(QWidget* content, QWidget* parent = nullptr) {
  auto* area = new QScrollArea(parent);
  area->setWidgetResizable(true);
  area->setFrameShape(QFrame::NoFrame);
  area->setWidget(content);
  return area;
}

}  // namespace gusset::viewer
