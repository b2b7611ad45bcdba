#include "widgets/miniature.hpp"

#include <QBuffer>
#include <algorithm>
#include <vector>

namespace gusset::viewer {
namespace {

constexpr int miniature_width = 120;
constexpr int miniature_height = 36;
constexpr int max_lines = 12;

}  // namespace

QImage miniature_of(const Document& document, std::size_t panel) {
  const LoadedTrace& loaded = document.panel(panel);
  if (loaded.totals.makespan_ns <= 0 || loaded.rows.empty()) return {};
  QImage image(miniature_width, miniature_height, QImage::Format_ARGB32);
  image.fill(Qt::transparent);
  const auto& colours = document.colours.of_categories(panel);
  const traces::ColumnGrid grid{0, static_cast<double>(loaded.totals.makespan_ns) / miniature_width};
  std::vector<traces::Texel> texels(miniature_width);
  std::vector<traces::Stack> stacks(miniature_width);
  const auto lines = static_cast<int>(std::min<std::size_t>(max_lines, loaded.rows.size()));
  for (int line = 0; line < lines; ++line) {
    const auto row_at = [&](int index) {
      return loaded.rows.size() * static_cast<std::size_t>(index) / static_cast<std::size_t>(lines);
    };
    std::vector<std::size_t> lanes;
    for (std::size_t row = row_at(line); row < row_at(line + 1); ++row)
      lanes.push_back(loaded.rows[row].lane.value());
    loaded.detail->texels_together(lanes, lanes.size(), grid, texels, stacks);
    const int top = miniature_height * line / lines;
    const int bottom = std::max(top + 1, miniature_height * (line + 1) / lines - 1);
    for (int x = 0; x < miniature_width; ++x) {
      const traces::Texel& texel = texels[static_cast<std::size_t>(x)];
      const traces::Colour colour = colours[texel.category];
      for (int y = top; y < bottom; ++y)
        image.setPixel(x, y, qRgba(colour.red, colour.green, colour.blue, texel.busy));
    }
  }
  return image;
}

std::string text_of_miniature(const QImage& image) {
  if (image.isNull()) return {};
  QByteArray bytes;
  QBuffer buffer(&bytes);
  buffer.open(QIODevice::WriteOnly);
  image.save(&buffer, "PNG");
  return bytes.toBase64().toStdString();
}

QImage miniature_from_text(const std::string& text) {
  QImage image = QImage::fromData(QByteArray::fromBase64(QByteArray::fromStdString(text)), "PNG");
  const bool is_miniature = image.width() == miniature_width && image.height() == miniature_height;
  return is_miniature ? image : QImage();
}

}  // namespace gusset::viewer
