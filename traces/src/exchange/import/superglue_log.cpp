// SuperGlue's logs: "[node ]thread: start length name…", one line per task, times in the program's ticks.
#include <map>
#include <nlohmann/json.hpp>
#include <string>

#include "gusset/base/numbers.hpp"
#include "lines.hpp"
#include "number_table.hpp"
#include "readers.hpp"
#include "scan.hpp"
#include "text_reader.hpp"

namespace gusset::traces::import {
namespace {

constexpr const char* superglue_line = "a line \"[node ]thread: start length name\"";

/// One parsed line.
struct SuperGlueEntry {
  std::uint64_t node = 0;
  std::uint64_t thread = 0;
  std::uint64_t start = 0;
  std::uint64_t length = 0;
  std::string_view name;
};

/// Scans everything up to the name. Returns nullptr if the line has another form. `p` must point into padded
/// text.
const char* scan_numbers(const char* p, SuperGlueEntry& entry) {
  p = scan_unsigned(skip_blanks(p), entry.thread);
  if (p == nullptr) return nullptr;
  if (*p == ' ') {
    entry.node = entry.thread;
    p = scan_unsigned(skip_blanks(p), entry.thread);
    if (p == nullptr) return nullptr;
  }
  if (*p != ':') return nullptr;
  p = scan_unsigned(skip_blanks(p + 1), entry.start);
  if (p == nullptr || (*p != ' ' && *p != '\t')) return nullptr;
  p = scan_unsigned(skip_blanks(p), entry.length);
  if (p == nullptr || (*p != ' ' && *p != '\t')) return nullptr;
  return p + 1;
}

class SuperGlueReader : TextReader {
 public:
  using TextReader::TextReader;

  Result<Trace> read() {
    auto done = for_each_line(source_, issues_, [this](std::string_view line, const Lines& lines) {
      line_ = lines.number();
      return read_line(line, lines.is_complete());
    });
    if (!done) return done.error();
    Trace trace = builder_.finish(places());
    trace.metadata.runtime = "SuperGlue";
    trace.metadata.notes.emplace_back("times are ticks of the program's clock, shown as if each were 1 ns");
    keep_trailers(trace.metadata);
    return trace;
  }

 private:
  Result<Done> read_line(std::string_view line, bool is_complete) {
    if (line.empty() || line == "LOG 2") return Done{};
    SuperGlueEntry entry;
    const bool may_be_entry = is_digit(line.front()) || line.front() == ' ';
    const char* const name = may_be_entry ? scan_numbers(line.data(), entry) : nullptr;
    const char* const end = line.data() + line.size();
    if (name != nullptr && name < end) {
      entry.name = {name, static_cast<std::size_t>(end - name)};
      if (is_complete) return add(entry);
      issues_.add(ImportIssue::Kind::truncated, at(line_), "a line end",
                  "the end of the file (entry dropped)");
      return Done{};
    }
    if (line.front() != '#') return bad(line_, superglue_line, line);
    add_trailer(line);
    return Done{};
  }

  Result<Done> add(SuperGlueEntry& entry) {
    constexpr auto most = static_cast<std::uint64_t>(max_raw_time);
    if (entry.start >= most || entry.length >= most - entry.start) {
      return bad(line_, "times below 2^62", std::to_string(entry.start) + " " + std::to_string(entry.length));
    }
    if (entry.node > UINT32_MAX || entry.thread > UINT32_MAX) {
      return bad(line_, "a node and a thread below 2^32",
                 std::to_string(entry.node) + " " + std::to_string(entry.thread));
    }
    const std::uint32_t row = row_of(entry.node, entry.thread);
    const std::size_t blank = entry.name.find(' ');
    if (builder_.trace.tasks.size() == 0) {
      // Reserves memory for all lines, assuming that they are about as long as the first.
      builder_.reserve(source_.text().size() / (entry.name.size() + 20) + 1);
    }
    const TaskId task = builder_.add_task(entry.name.substr(0, blank));
    const auto start = static_cast<std::int64_t>(entry.start);
    builder_.add_span(row, start, start + static_cast<std::int64_t>(entry.length), task, SpanKind::run,
                      line_);
    if (blank != std::string_view::npos) add_details(task, trimmed(entry.name.substr(blank + 1)));
    return Done{};
  }

  void add_details(TaskId task, std::string_view text) {
    // A performance counter's value comes last, in parentheses.
    const std::size_t open = text.rfind('(');
    if (open != std::string_view::npos && text.back() == ')' && (open == 0 || text[open - 1] == ' ')) {
      std::int64_t value = 0;
      if (parse_number(text.substr(open + 1, text.size() - open - 2), value)) {
        builder_.attribute("perf").add_integer(task, value);
        text = trimmed(text.substr(0, open));
      }
    }
    if (text.empty()) return;
    if (details_ == nullptr) builder_.attribute(task_detail).start_as_texts();
    details_ = &builder_.attribute(task_detail);
    details_->add_text(task, text);
  }

  std::uint32_t row_of(std::uint64_t node, std::uint64_t thread) {
    bool is_new = false;
    const std::uint32_t number = rows_.add(node << 32 | thread, is_new);
    if (is_new) {
      bool is_new_node = false;
      const std::uint32_t node_number = nodes_.add(node, is_new_node);
      if (is_new_node) builder_.add_node("node " + std::to_string(node), static_cast<std::int64_t>(node));
      builder_.add_row(builder_.add_worker(NodeId(node_number), "thread " + std::to_string(thread),
                                           static_cast<std::int64_t>(thread)));
    }
    return number;
  }

  /// "# 0: idle= 243392": the program's counts per thread.
  void add_trailer(std::string_view line) {
    std::uint64_t thread = 0;
    std::uint64_t value = 0;
    const char* p = scan_unsigned(skip_blanks(line.data() + 1), thread);
    const std::size_t equals = line.find("= ");
    if (p != nullptr && *p == ':' && equals != std::string_view::npos) {
      const std::string_view word =
          trimmed(line.substr(static_cast<std::size_t>(p + 1 - line.data()),
                              equals - static_cast<std::size_t>(p + 1 - line.data())));
      const bool is_word =
          !word.empty() && word.find_first_not_of("abcdefghijklmnopqrstuvwxyz_") == std::string_view::npos;
      if (is_word && parse_number(trimmed(line.substr(equals + 2)), value)) {
        trailers_[std::string(word)][thread] = value;
        return;
      }
    }
    issues_.add(ImportIssue::Kind::unknown_record, at(line_), "a trailer \"# thread: word= number\"",
                errors::ShownLine{line});
  }

  void keep_trailers(Metadata& metadata) const {
    if (trailers_.empty()) return;
    nlohmann::ordered_json counts;
    std::string names;
    for (const auto& [word, values] : trailers_) {
      nlohmann::ordered_json::object_t of_threads;  // appended to directly: looking a key up is linear
      for (const auto& [thread, value] : values) of_threads.emplace_back(std::to_string(thread), value);
      counts["superglue"][word] = std::move(of_threads);
      names += (names.empty() ? "" : ", ") + word + " (" + count_text(values.size(), "thread") + ")";
    }
    metadata.extra = counts.dump();
    metadata.notes.push_back("SuperGlue's counts per thread are in the metadata: " + names);
  }

  std::uint32_t line_ = 0;
  NumberTable rows_;
  NumberTable nodes_;
  AttributeColumn* details_ = nullptr;
  std::map<std::string, std::map<std::uint64_t, std::uint64_t>> trailers_;
};

}  // namespace

bool is_superglue_line(std::string_view line) {
  SuperGlueEntry entry;
  const std::string padded = std::string(line) + '\n';
  return scan_numbers(padded.c_str(), entry) != nullptr;
}

Result<Trace> read_superglue_log(const FileText& source, IssueList& issues) {
  return SuperGlueReader(source, issues).read();
}

}  // namespace gusset::traces::import
