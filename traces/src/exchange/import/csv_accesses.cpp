#include "csv_accesses.hpp"

#include "exchange/standard_modes.hpp"
#include "scan.hpp"

namespace gusset::traces::import {
namespace {

/// The first `wanted` that no backslash precedes; npos if there is none.
std::size_t find_unescaped(std::string_view text, char wanted) {
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '\\') {
      ++i;
    } else if (text[i] == wanted) {
      return i;
    }
  }
  return std::string_view::npos;
}

std::string without_backslashes(std::string_view text) {
  std::string out;
  for (std::size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '\\' && i + 1 < text.size()) ++i;
    out += text[i];
  }
  return out;
}

}  // namespace

bool CsvAccesses::parse_mode(std::string_view text, AccessModeId& mode) {
  const std::uint32_t number = mode_texts_.add(text);
  mode = AccessModeId(number);
  if (number < modes_.size()) return true;
  const std::size_t colon = find_unescaped(text, ':');
  AccessMode parsed;
  parsed.name = without_backslashes(text.substr(0, colon));
  if (colon == std::string_view::npos) {
    for (const AccessMode& standard : standard_modes()) {
      if (standard.name == parsed.name) parsed = standard;
    }
  } else {
    for (const char flag : text.substr(colon + 1)) {
      if (flag != 'c' && flag != 'e' && flag != 'm') return false;
      parsed.commutes = parsed.commutes || flag == 'c';
      parsed.exclusive = parsed.exclusive || flag == 'e';
      parsed.modifies = parsed.modifies || flag == 'm';
    }
  }
  modes_.push_back(std::move(parsed));
  return true;
}

bool CsvAccesses::parse(std::string_view text, std::vector<Access>& accesses) {
  while (!text.empty()) {
    const std::size_t stop = std::min(find_unescaped(text, ';'), text.size());
    std::string_view one = trimmed(text.substr(0, stop));
    text.remove_prefix(std::min(stop + 1, text.size()));
    const std::size_t blank = find_unescaped(one, ' ');
    const std::size_t at = one.rfind('@');
    if (blank == std::string_view::npos || at == std::string_view::npos || at < blank) return false;
    Access access;
    if (!parse_number(one.substr(at + 1), access.version)) return false;
    if (!parse_mode(one.substr(0, blank), access.mode)) return false;
    access.handle = HandleId(handles_.add(one.substr(blank + 1, at - blank - 1)));
    accesses.push_back(access);
  }
  return true;
}

std::vector<std::string> CsvAccesses::handle_names() const {
  std::vector<std::string> names;
  for (const std::string& text : handles_.names()) {
    names.push_back(without_backslashes(std::string_view(text).substr(0, find_unescaped(text, '#'))));
  }
  return names;
}

}  // namespace gusset::traces::import
