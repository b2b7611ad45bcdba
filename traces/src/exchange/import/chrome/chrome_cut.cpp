#include "exchange/import/chrome/chrome_cut.hpp"

#include <algorithm>
#include <string>
#include <string_view>

#include "exchange/import/import_errors.hpp"

namespace gusset::traces::import {
namespace {

/// Where a cut-off document can end: behind the last whole event.
struct Cut {
  std::size_t end = 0;     ///< of the last event that is whole
  bool is_object = false;  ///< {"traceEvents":[…
  bool is_needed = false;  ///< the document does not end as it should
  bool is_comma_only = false;
};

/// Walks over strings and brackets, without a look at anything else.
Cut find_cut(std::string_view text) {
  Cut cut;
  std::string open;
  bool in_string = false;
  std::size_t list_depth = 0;
  for (std::size_t i = 0; i < text.size(); ++i) {
    const char c = text[i];
    if (in_string) {
      if (c == '\\') ++i;
      in_string = c != '"';
    } else if (c == '"') {
      in_string = true;
    } else if (c == '{' || c == '[') {
      if (open.empty()) cut.is_object = c == '{';
      open += c;
      if (c == '[' && list_depth == 0 && open.size() <= 2) {
        list_depth = open.size();
        cut.end = i + 1;
      }
    } else if (c == '}' || c == ']') {
      if (open.empty()) return cut;
      open.pop_back();
      if (list_depth != 0 && open.size() == list_depth) cut.end = i + 1;
      if (open.empty()) {
        const std::size_t last = text.find_last_not_of(" \t\r\n", i - 1);
        cut.is_comma_only = c == ']' && last != std::string_view::npos && text[last] == ',';
        cut.is_needed = cut.is_comma_only;
        return cut;
      }
    }
  }
  cut.is_needed = list_depth != 0;
  return cut;
}

}  // namespace

bool close_cut_document(Source& source, IssueList& issues) {
  const Cut cut = find_cut(source.text());
  if (!cut.is_needed) return false;
  if (!cut.is_comma_only) {
    const std::uint64_t left = source.text().size() - cut.end;
    issues.add(ImportIssue::Kind::truncated, [&] {
      return Error{errors::at_offset(source.name(), cut.end), "the end of the JSON",
                   "the end of the file, " + std::to_string(left) + " bytes later"};
    });
  }
  const std::string_view closers = cut.is_object ? "]}" : "]";
  std::copy(closers.begin(), closers.end(), source.data() + cut.end);
  source.truncate(cut.end + closers.size());
  return true;
}

}  // namespace gusset::traces::import
