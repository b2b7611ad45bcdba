#include "curves_file.hpp"

#include <cstdint>

#include "gusset/base/json_field.hpp"
#include "gusset/traces/sweep/sweep_file.hpp"

namespace gusset::cli {
namespace {

constexpr const char* format = "gusset curves";
constexpr std::uint64_t version = 1;
// The most panels that fit on a page, and the most curves that readers can tell apart.
constexpr std::size_t max_panels = 24;
constexpr std::size_t max_curves = 10;

picture::CurveStyle style_from(const JsonField& field) {
  const std::string text = field.text();
  if (text == "squares") return picture::CurveStyle::squares;
  if (text == "discs") return picture::CurveStyle::discs;
  if (text == "dashes") return picture::CurveStyle::dashes;
  if (text == "dots") return picture::CurveStyle::dots;
  throw field.expected("squares, discs, dashes or dots");
}

picture::CurvePoint point_from(const JsonField& field) {
  const picture::CurvePoint point{field.at("x").number(), field.at("y").number(), field.at("low").number(),
                                  field.at("high").number()};
  if (point.x <= 0.0) throw field.at("x").expected("a number above 0");
  if (point.low > point.y) throw field.at("low").expected("at most y");
  if (point.high < point.y) throw field.at("high").expected("at least y");
  return point;
}

std::vector<JsonField> short_list(const JsonField& field, std::size_t most) {
  const auto fields = field.list();
  if (fields.empty() || fields.size() > most)
    throw field.expected("1 to " + std::to_string(most) + " items", std::to_string(fields.size()));
  return fields;
}

picture::StyledCurve curve_from(const JsonField& field) {
  picture::StyledCurve curve{field.at("name").text(), style_from(field.at("style")), {}};
  for (const JsonField& point : field.at("points").list()) {
    curve.points.push_back(point_from(point));
    if (curve.points.size() > 1 && curve.points[curve.points.size() - 2].x >= curve.points.back().x)
      throw point.at("x").expected("more than the previous point's x");
  }
  return curve;
}

picture::CurvesPanel panel_from(const JsonField& field) {
  picture::CurvesPanel panel{
      field.at("title").text(), field.at("x_title").text(), field.at("y_title").text(), {}};
  for (const JsonField& curve : short_list(field.at("series"), max_curves))
    panel.curves.push_back(curve_from(curve));
  return panel;
}

}  // namespace

picture::CurvesFigure curves_of(const nlohmann::json& document, const std::string& name) {
  const JsonField whole(document, name);
  whole.check_format(format, version);
  picture::CurvesFigure figure{whole.at("title").text(), {}};
  for (const JsonField& panel : short_list(whole.at("panels"), max_panels))
    figure.panels.push_back(panel_from(panel));
  return figure;
}

picture::CurvesFigure read_curves(const std::string& path) {
  return curves_of(read_json(path), path);
}

bool is_curves_file(const std::string& path) {
  return sweep::document_format(path) == format;
}

}  // namespace gusset::cli
