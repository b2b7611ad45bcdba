#include "report_style.hpp"

#include <charconv>
#include <set>

#include "gusset/traces/picture/canvas/dark_canvas.hpp"

namespace gusset::paper {

const char* const report_style = R"(
:root { color-scheme: light dark; --text: #222; --muted: #5f6368; --line: #d8dadd; --code: #f3f4f6;
  --bar: #3b5fbf; --paper: #fff; }
body { margin: 0 auto; padding: 24px 20px 48px; max-width: 1160px; background: var(--paper); color: var(--text);
  font: 16px/1.5 "DejaVu Sans", Verdana, system-ui, sans-serif; font-variant-numeric: tabular-nums; }
h1 { font-size: 1.7em; line-height: 1.25; margin: 0 0 8px; }
h2 { font-size: 1.3em; margin: 40px 0 8px; padding-top: 12px; border-top: 1px solid var(--line); }
h3 { font-size: 1.05em; margin: 24px 0 8px; }
p, li { max-width: 80ch; }
li { margin-bottom: 8px; }
.headlines { display: flex; flex-wrap: wrap; gap: 16px; }
.headline { flex: 1 1 300px; display: grid; grid-template-columns: max-content 1fr; align-items: center;
  gap: 4px 24px; margin: 16px 0; padding: 12px 20px; border: 1px solid var(--line); border-left-width: 6px;
  border-radius: 8px; }
.headlines .headline { margin: 0; }
.headline p { margin: 4px 0 0; }
.headline .name { grid-column: 1 / -1; margin: 0; font-weight: bold; overflow-wrap: anywhere; }
.headline .figure { margin: 0; font-size: 2.6em; line-height: 1.2; font-weight: bold; white-space: nowrap; }
.headline .cause { font-size: 1.15em; }
.badge { display: inline-block; padding: 1px 10px; border-radius: 10px; color: #fff; font-weight: bold;
  font-size: 0.88em; }
.badge, .bar span { print-color-adjust: exact; -webkit-print-color-adjust: exact; }
.lead { font-size: 1.1em; }
.note, figcaption, dt { color: var(--muted); }
.note, figcaption, dl, table { font-size: 0.88em; }
code { background: var(--code); border-radius: 4px; padding: 1px 4px; overflow-wrap: anywhere; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: 2px 16px; }
dd { margin: 0; overflow-wrap: anywhere; }
figure { margin: 16px 0; }
.picture, .table { overflow-x: auto; }
.picture { border: 1px solid var(--line); border-radius: 4px; }
.picture svg { display: block; height: auto; max-width: 100%; min-width: var(--min-width, 700px); margin: 0 auto; }
table { border-collapse: collapse; margin: 8px 0 16px; }
th, td { padding: 4px 12px; text-align: right; white-space: nowrap; border-bottom: 1px solid var(--line); }
th:first-child, .text { text-align: left; }
tbody th { font-weight: normal; white-space: pre; }
thead th { color: var(--muted); font-weight: normal; border-bottom-width: 2px; white-space: normal;
  vertical-align: bottom; }
.total th, .total td { font-weight: bold; }
.bar { width: 200px; }
.bar span { display: block; height: 10px; background: var(--bar); }
@media screen and (prefers-color-scheme: dark) {
  :root { --text: #e4e6e9; --muted: #a3a9b2; --line: #3a414c; --code: #2a313b; --bar: #596fea; --paper: #1c2129; }
}
@media print {
  @page { margin: 14mm; }
  body { max-width: none; padding: 0; font-size: 10pt; }
  h2, h3 { break-after: avoid; }
  figure, tr, li, .headline { break-inside: avoid; }
  thead { display: table-header-group; }
  .picture, .table { overflow: visible; }
  .picture { border: 0; }
  .picture svg { max-width: 100%; min-width: 0; max-height: 24cm; }
  th, td { padding: 2px 6px; }
  tbody th { white-space: pre-wrap; }
  .text { white-space: normal; }
  code { background: none; padding: 0; }
}
)";

std::string dark_picture_rules(std::string_view html) {
  // Texts have escaped quotes, so this pattern is always an attribute.
  constexpr std::string_view begin = "=\"#";
  constexpr std::size_t digits = 6;
  std::set<std::string> fills;
  std::set<std::string> strokes;
  for (std::size_t at = html.find(begin); at != std::string_view::npos; at = html.find(begin, at + 1)) {
    const std::string_view before = html.substr(0, at);
    const std::string colour(html.substr(at + begin.size(), digits));
    if (before.ends_with(" fill")) fills.insert(colour);
    if (before.ends_with(" stroke")) strokes.insert(colour);
  }
  std::string rules;
  const auto add = [&rules](const char* property, const std::set<std::string>& colours) {
    for (const std::string& colour : colours) {
      unsigned number = 0;
      std::from_chars(colour.data(), colour.data() + colour.size(), number, 16);
      const traces::Colour dark = picture::inverted_lightness({static_cast<std::uint8_t>(number >> 16U),
                                                               static_cast<std::uint8_t>(number >> 8U),
                                                               static_cast<std::uint8_t>(number)});
      rules += std::string("  [") + property + "=\"#" + colour + "\"] { " + property + ": " +
               traces::hex_text(dark) + "; }\n";
    }
  };
  add("fill", fills);
  add("stroke", strokes);
  return rules.empty() ? rules : "@media screen and (prefers-color-scheme: dark) {\n" + rules + "}\n";
}

}  // namespace gusset::paper
