#pragma once
#include <QImage>
#include <string>

#include "gusset/viewer/model/document/document.hpp"

namespace gusset::viewer {

/// A small picture of a trace's schedule on a transparent ground: workers from top to bottom, several in one
/// line if there are many. Null if nothing ran.
QImage miniature_of(const Document& document, std::size_t panel);

/// Such a picture as text for settings, and back. Any other text gives a null picture.
std::string text_of_miniature(const QImage& image);
QImage miniature_from_text(const std::string& text);

}  // namespace gusset::viewer
