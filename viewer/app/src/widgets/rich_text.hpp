#pragma once
#include <QString>
#include <QTextDocument>
#include <string>

#include "widgets/qt_helpers.hpp"

namespace gusset::viewer {

/// Escapes a text for rich text. Every text that becomes part of rich text goes through this function.
inline QString escaped_html(const QString& text) {
  return text.toHtmlEscaped();
}
inline QString escaped_html(const std::string& text) {
  return escaped_html(qt_text(text));
}

/// A tooltip that shows a text as it is. Qt would take a tooltip for rich text if it looks like it.
inline QString plain_tooltip(const QString& text) {
  return Qt::mightBeRichText(text) ? "<span>" + escaped_html(text).replace('\n', "<br>") + "</span>" : text;
}

}  // namespace gusset::viewer
