#include "text_trace.hpp"

#include <algorithm>
#include <cctype>
#include <map>
#include <regex>
#include <set>
#include <stdexcept>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

#include "gusset/base/text.hpp"

namespace gusset::traces::testing {
namespace {

struct DrawnTask {
  char letter = 0;
  std::size_t lane = 0;
  std::int64_t begin_ns = 0;
  std::int64_t end_ns = 0;
  std::int64_t submit_ns = unknown_time;
  std::int64_t ready_ns = unknown_time;
  std::vector<Access> accesses;
  std::vector<std::size_t> after;  ///< positions in order of start time
};

std::vector<std::string> split(const std::string& text, char separator) {
  std::vector<std::string> parts;
  std::size_t from = 0;
  while (true) {
    const std::size_t to = text.find(separator, from);
    parts.emplace_back(trimmed(std::string_view(text).substr(from, to - from)));
    if (to == std::string::npos) return parts;
    from = to + 1;
  }
}

class Parser {
 public:
  explicit Parser(std::int64_t ns_per_character) : ns_(ns_per_character) {
    trace_.access_modes = {
        {"read", true, false, false}, {"write", false, true, true}, {"add", true, true, true}};
  }

  std::shared_ptr<const Trace> parse(std::string_view text) {
    std::vector<std::string> facts;  // parsed after the drawing, because they refer to its tasks
    for (const std::string& line : split(std::string(text), '\n')) {
      if (line.empty()) continue;
      if (!parse_row(line)) facts.push_back(line);
    }
    std::stable_sort(drawn_.begin(), drawn_.end(), [](const DrawnTask& a, const DrawnTask& b) {
      return std::tie(a.begin_ns, a.lane) < std::tie(b.begin_ns, b.lane);
    });
    std::map<char, std::size_t> count;
    for (std::size_t i = 0; i < drawn_.size(); ++i) {
      names_[drawn_[i].letter + std::to_string(++count[drawn_[i].letter])] = i;
    }
    for (const std::string& line : facts) parse_fact(line);
    return finish();
  }

 private:
  [[noreturn]] static void refuse(const std::string& line, const std::string& why) {
    throw std::invalid_argument("text trace, line '" + line + "': " + why);
  }

  NodeId node(std::size_t number) {
    while (trace_.nodes.size() <= number) {
      trace_.nodes.push_back({});
      trace_.nodes.back().name = "n" + std::to_string(trace_.nodes.size() - 1);
    }
    return NodeId(number);
  }

  bool parse_row(const std::string& line) {
    static const std::regex row(R"((?:n(\d+)/(w\d+):\s*)?([A-Za-z.|]+))");
    std::smatch match;
    if (!std::regex_match(line, match, row)) return false;
    const NodeId where = node(match[1].matched ? std::stoul(match[1]) : 0);
    const std::string name = match[2].matched ? match[2].str() : "w" + std::to_string(trace_.lanes.size());
    Worker worker;
    worker.node = where;
    worker.name = name;
    auto known = std::find(trace_.workers.begin(), trace_.workers.end(), worker);
    if (known == trace_.workers.end()) known = trace_.workers.insert(known, worker);
    const std::size_t lane = trace_.lanes.size();
    trace_.lanes.push_back({});
    trace_.lanes.back().worker = WorkerId(static_cast<std::size_t>(known - trace_.workers.begin()));
    draw(match[3], lane);
    return true;
  }

  void draw(const std::string& picture, std::size_t lane) {
    std::int64_t now_ns = 0;
    char running = 0;
    for (const char c : picture) {
      if (c == '|') {
        running = 0;
        continue;
      }
      if (c != '.' && c != running) {
        DrawnTask task;
        task.letter = c;
        task.lane = lane;
        task.begin_ns = now_ns;
        drawn_.push_back(task);
      }
      now_ns += ns_;
      running = c == '.' ? '\0' : c;
      if (running != 0) drawn_.back().end_ns = now_ns;
    }
  }

  std::size_t task(const std::string& line, const std::string& name) {
    const auto found = names_.find(name);
    if (found == names_.end()) refuse(line, "no task '" + name + "' is drawn");
    return found->second;
  }

  HandleId handle(const std::string& name) {
    const auto [entry, is_new] = handles_.try_emplace(name, trace_.handles.size());
    if (is_new) {
      trace_.handles.name.push_back(name);
      trace_.handles.size_bytes.push_back(0);
      trace_.handles.owner.push_back(node(0));
    }
    return HandleId(entry->second);
  }

  void parse_fact(const std::string& line) {
    static const std::regex size(R"((\w+):\s*(\d+) bytes(?: on n(\d+))?)");
    static const std::regex message(R"(message (\w+)@(\d+) n(\d+)->n(\d+) (\d+) (\d+))");
    static const std::regex about(R"(([A-Za-z]\d+):\s*([^\[]*)((?:\[[^\]]*\]\s*)*))");
    std::smatch match;
    if (std::regex_match(line, match, message)) {
      parse_message(match);
    } else if (std::regex_match(line, match, size)) {
      const HandleId id = handle(match[1]);
      trace_.handles.size_bytes[id.value()] = std::stoull(match[2]);
      if (match[3].matched) trace_.handles.owner[id.value()] = node(std::stoul(match[3]));
    } else if (std::regex_match(line, match, about)) {
      parse_task(line, match);
    } else {
      refuse(line, "neither a row nor a fact about a task, handle or message");
    }
  }

  void parse_message(const std::smatch& match) {
    Message message;
    message.handle = handle(match[1]);
    message.version = static_cast<std::uint32_t>(std::stoul(match[2]));
    message.from = node(std::stoul(match[3]));
    message.to = node(std::stoul(match[4]));
    message.send_ns = std::stoll(match[5]) * ns_;
    message.receive_ns = std::stoll(match[6]) * ns_;
    trace_.messages.push_back(message);
    trace_.recorded.messages = true;
  }

  void parse_task(const std::string& line, const std::smatch& match) {
    static const std::regex access(R"((read|write|add) (\w+)@(\d+))");
    static const std::regex time(R"((submit|ready) (\d+))");
    DrawnTask& subject = drawn_[task(line, match[1])];
    const std::string what(trimmed(match[2].str()));
    if (what.starts_with("after ")) {
      trace_.recorded.dependencies = true;
      for (const std::string& name : split(what.substr(6), ',')) subject.after.push_back(task(line, name));
    } else if (!what.empty()) {
      trace_.recorded.accesses = true;
      for (const std::string& part : split(what, ',')) {
        std::smatch found;
        if (!std::regex_match(part, found, access)) refuse(line, "'" + part + "' is not an access");
        const std::size_t mode = found[1] == "read" ? 0 : found[1] == "write" ? 1 : 2;
        subject.accesses.push_back(
            {handle(found[2]), AccessModeId(mode), static_cast<std::uint32_t>(std::stoul(found[3]))});
      }
    }
    for (const std::string& part : split(match[3], '[')) {
      if (part.empty()) continue;
      const std::string inside(trimmed(part.substr(0, part.find(']'))));
      std::smatch found;
      if (!std::regex_match(inside, found, time)) refuse(line, "'" + inside + "' is not a time");
      const bool is_submit = found[1] == "submit";
      (is_submit ? subject.submit_ns : subject.ready_ns) = std::stoll(found[2]) * ns_;
      (is_submit ? trace_.recorded.submit : trace_.recorded.ready) = true;
    }
  }

  std::shared_ptr<const Trace> finish() {
    std::vector<std::size_t> order(drawn_.size());
    for (std::size_t i = 0; i < order.size(); ++i) order[i] = i;
    const auto has_submit = [](const DrawnTask& t) { return t.submit_ns != unknown_time; };
    if (std::all_of(drawn_.begin(), drawn_.end(), has_submit)) {
      std::stable_sort(order.begin(), order.end(), [this](std::size_t a, std::size_t b) {
        return drawn_[a].submit_ns < drawn_[b].submit_ns;
      });
    }
    std::vector<TaskId> id(order.size());
    for (std::size_t i = 0; i < order.size(); ++i) id[order[i]] = TaskId(i);

    std::set<char> letters;
    for (const DrawnTask& task : drawn_) letters.insert(task.letter);
    for (const char letter : letters) trace_.types.emplace_back(1, letter);
    if (trace_.recorded.accesses) trace_.accesses.first.push_back(0);
    for (const std::size_t position : order) add_task(drawn_[position], letters, id);
    for (std::size_t i = 0; i < drawn_.size(); ++i) {  // by start time, so every lane's spans are sorted
      const DrawnTask& task = drawn_[i];
      trace_.lanes[task.lane].spans.push_back(task.begin_ns, task.end_ns, id[i], SpanKind::run);
    }
    for (Message& message : trace_.messages) {  // now that all sizes are known
      message.payload_bytes = trace_.handles.size_bytes[message.handle.value()];
      message.wire_bytes = message.payload_bytes;
    }
    if (!trace_.recorded.accesses) trace_.access_modes.clear();
    return std::make_shared<const Trace>(std::move(trace_));
  }

  void add_task(const DrawnTask& task, const std::set<char>& letters, const std::vector<TaskId>& id) {
    const TaskId self(trace_.tasks.size());
    trace_.tasks.type.emplace_back(
        static_cast<std::size_t>(std::distance(letters.begin(), letters.find(task.letter))));
    if (trace_.recorded.submit) trace_.tasks.submit_ns.push_back(task.submit_ns);
    if (trace_.recorded.ready) trace_.tasks.ready_ns.push_back(task.ready_ns);
    for (const std::size_t before : task.after) trace_.dependencies.push_back({id[before], self});
    if (!trace_.recorded.accesses) return;
    trace_.accesses.items.insert(trace_.accesses.items.end(), task.accesses.begin(), task.accesses.end());
    trace_.accesses.first.push_back(trace_.accesses.items.size());
  }

  std::int64_t ns_;
  Trace trace_;
  std::vector<DrawnTask> drawn_;
  std::map<std::string, std::size_t> names_;  ///< "a1" → position in drawn_
  std::map<std::string, std::size_t> handles_;
};

}  // namespace

std::shared_ptr<const Trace> trace_from_text(std::string_view text, std::int64_t ns_per_character) {
  return Parser(ns_per_character).parse(text);
}

}  // namespace gusset::traces::testing
