#include "gusset/simulator/predict/data_sizes.hpp"

#include <algorithm>
#include <cstddef>
#include <optional>
#include <utility>

#include "gusset/base/quoting.hpp"
#include "gusset/base/text.hpp"
#include "gusset/base/text_file.hpp"

namespace gusset::simulator {
namespace {

constexpr std::size_t most_file_bytes = std::size_t{1} << 28;
constexpr std::uint64_t most_handle_bytes = 1'000'000'000'000'000'000;
constexpr const char* entry_form = "HANDLES BYTES [NODE], such as \"0-63 2097152\" or \"* 8192\"";

std::vector<std::string_view> words_of(std::string_view line) {
  std::vector<std::string_view> words;
  for (line = trimmed(line.substr(0, line.find('#'))); !line.empty(); line = trimmed(line)) {
    const std::size_t end = std::min(line.find_first_of(" \t"), line.size());
    words.push_back(line.substr(0, end));
    line.remove_prefix(end);
  }
  return words;
}

/// "*", "12" or "0-63".
bool read_handles(std::string_view word, DataSizes::Entry& entry) {
  if (word == "*") return entry.is_all = true;
  const std::size_t sign = word.find('-');
  const auto first = parse_number<std::uint32_t>(word.substr(0, sign));
  const auto last =
      sign == std::string_view::npos ? first : parse_number<std::uint32_t>(word.substr(sign + 1));
  if (!first || !last || *last < *first || *last == HandleId::none_value) return false;
  entry.first = *first;
  entry.last = *last;
  return true;
}

}  // namespace

Result<DataSizes> parse_data_sizes(std::string_view text, const std::string& path) {
  DataSizes sizes{path, {}};
  for (std::uint64_t line = 1; !text.empty(); ++line) {
    const std::size_t end = std::min(text.find('\n'), text.size());
    const std::string_view whole = text.substr(0, end);
    text.remove_prefix(std::min(end + 1, text.size()));
    const std::vector<std::string_view> words = words_of(whole);
    if (words.empty()) continue;
    DataSizes::Entry entry;
    entry.line = line;
    const auto refuse = [&](const char* expected, std::string_view found) {
      return Error{sizes.place_of(entry), expected, in_quotes(found)};
    };
    if (words.size() < 2 || words.size() > 3) return refuse(entry_form, trimmed(whole));
    if (!read_handles(words[0], entry))
      return refuse("handles by number, such as 12, 0-63, or * for all", words[0]);
    const auto bytes = parse_number<std::uint64_t>(words[1]);
    if (!bytes || *bytes > most_handle_bytes) return refuse("bytes, a whole number from 0 to 1e18", words[1]);
    entry.size_bytes = *bytes;
    if (words.size() == 3) {
      const auto node = parse_number<std::uint32_t>(words[2]);
      if (!node || *node == NodeId::none_value) return refuse("a node, a whole number from 0", words[2]);
      entry.node = NodeId(*node);
    }
    sizes.entries.push_back(entry);
  }
  if (sizes.entries.empty()) return Error{path, entry_form, "no entries"};
  return sizes;
}

Result<DataSizes> read_data_sizes(const std::filesystem::path& path) {
  const Result<std::string> text = read_text(path, most_file_bytes);
  if (!text) return text.error();
  return parse_data_sizes(*text, path.string());
}

}  // namespace gusset::simulator
