#pragma once
#include <QImage>
#include <string>

#include "gusset/viewer/model/document/document.hpp"

namespace gusset::viewer {

/// A small picture of a trace's schedule on a transparent background: workers from top to bottom; if there
/// are many, several share a line. Null if nothing ran.
QImage miniature_of(const Document& document, std::size_t panel);

/// Converts such a picture to text for the settings, and back. Any other text gives a null picture.
std::string text_of_miniature(const QImage& image);
QImage miniature_from_text(const std::string& text);

}  // namespace gusset::viewer
