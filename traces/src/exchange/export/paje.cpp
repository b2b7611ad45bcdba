// Paje for ViTE and pj_dump: nodes and lanes are containers, spans are states in order of time, dependencies
// and messages are links. Extra fields, which Paje allows and viewers ignore, say which task a state belongs
// to.
#include <algorithm>
#include <queue>
#include <string>

#include "gusset/base/numbers.hpp"
#include "gusset/base/utf8.hpp"
#include "writers.hpp"

namespace gusset::traces::exporting {
namespace {

constexpr unsigned seconds = 9;

constexpr const char* header =
    "%EventDef PajeDefineContainerType 0\n% Alias string\n% Type string\n% Name string\n%EndEventDef\n"
    "%EventDef PajeDefineStateType 1\n% Alias string\n% Type string\n% Name string\n%EndEventDef\n"
    "%EventDef PajeDefineLinkType 2\n% Alias string\n% Type string\n% StartContainerType string\n"
    "% EndContainerType string\n% Name string\n%EndEventDef\n"
    "%EventDef PajeDefineEntityValue 3\n% Alias string\n% Type string\n% Name string\n% Color "
    "color\n%EndEventDef\n"
    "%EventDef PajeCreateContainer 4\n% Time date\n% Alias string\n% Type string\n% Container string\n"
    "% Name string\n%EndEventDef\n"
    "%EventDef PajeDestroyContainer 5\n% Time date\n% Type string\n% Name string\n%EndEventDef\n"
    "%EventDef PajePushState 6\n% Time date\n% Type string\n% Container string\n% Value string\n"
    "% GussetTask string\n% GussetKind string\n%EndEventDef\n"
    "%EventDef PajePopState 7\n% Time date\n% Type string\n% Container string\n%EndEventDef\n"
    "%EventDef PajeStartLink 8\n% Time date\n% Type string\n% Container string\n% Value string\n"
    "% StartContainer string\n% Key string\n%EndEventDef\n"
    "%EventDef PajeEndLink 9\n% Time date\n% Type string\n% Container string\n% Value string\n"
    "% EndContainer string\n% Key string\n%EndEventDef\n"
    "0 P 0 \"program\"\n0 N P \"node\"\n0 W N \"worker\"\n1 S W \"state\"\n2 D P W W \"dependency\"\n"
    "2 M P N N \"message\"\n";

/// Percent-encodes quotes and control characters as in a URL, because Paje has no escapes.
std::string paje_string(std::string_view name) {
  std::string out = "\"";
  for (const char c : to_utf8(name)) {
    const auto byte = static_cast<unsigned char>(c);
    const bool is_plain = c != '"' && c != '%' && byte >= ' ' && byte != 0x7f;
    out += is_plain ? std::string(1, c) : "%" + hex_text(byte, 2);
  }
  return out + '"';
}

/// One line of the body before it is written.
struct Line {
  enum class Kind : std::uint8_t { pop, push, start_link, end_link };
  std::int64_t time_ns = 0;
  Kind kind = Kind::pop;
  std::size_t index = 0;  ///< index of the span or the link
};

/// The lines of a lane in order of time. At equal times, ends come before begins.
std::vector<Line> lane_lines(const SpanColumns& spans) {
  std::vector<Line> lines;
  std::vector<std::size_t> open;
  for (std::size_t i = 0; i < spans.size(); ++i) {
    while (!open.empty() && spans.end_ns[open.back()] <= spans.begin_ns[i]) {
      lines.push_back({spans.end_ns[open.back()], Line::Kind::pop, open.back()});
      open.pop_back();
    }
    lines.push_back({spans.begin_ns[i], Line::Kind::push, i});
    open.push_back(i);
  }
  for (; !open.empty(); open.pop_back())
    lines.push_back({spans.end_ns[open.back()], Line::Kind::pop, open.back()});
  return lines;
}

class PajeWriter {
 public:
  PajeWriter(const Trace& trace, TextWriter& out) : trace_(trace), out_(out), times_(task_times(trace)) {}

  LeftOut write() {
    out_ << header;
    definitions();
    links();
    find_origin();
    containers();
    body();
    out_ << "5 ";
    out_.time(last_ns_ - origin_ns_, seconds) << " P p\n";
    return left_out();
  }

 private:
  void definitions() {
    for (std::size_t type = 0; type < trace_.types.size(); ++type) {
      const std::string& name = trace_.types[type];
      out_ << "3 t" << type << " S " << paje_string(name.empty() ? "unnamed" : name) << " \"" << colour(type)
           << "\"\n";
    }
    for (std::size_t kind = 0; kind <= static_cast<std::size_t>(SpanKind::other); ++kind) {
      const std::string_view name = span_kind_name(static_cast<SpanKind>(kind));
      out_ << "3 k" << kind << " S \"" << name << "\" \"0.8 0.8 0.8\"\n";
    }
  }

  /// Spreads colours around the hue circle for any number of types.
  static std::string colour(std::size_t type) {
    const auto hue = static_cast<double>(type * 137 % 360) / 60.0;
    const auto level = [hue](double shift) {
      double h = hue + shift;
      while (h >= 6.0) h -= 6.0;
      const double ramp = h < 1.0 ? h : h < 3.0 ? 1.0 : h < 4.0 ? 4.0 - h : 0.0;
      return std::to_string(0.2 + 0.7 * ramp).substr(0, 4);
    };
    return level(2.0) + " " + level(0.0) + " " + level(4.0);
  }

  void links() {
    const Arrows drawn = arrows_of(trace_);
    commuting_pairs_ = drawn.commuting_pairs;
    for (const Dependency& arrow : drawn.arrows) {
      const std::size_t before = arrow.before.value();
      const std::size_t after = arrow.after.value();
      if (times_.lane[before].is_none() || times_.lane[after].is_none() ||
          times_.end_ns[before] > times_.begin_ns[after]) {
        ++arrows_not_drawn_;
      } else {
        arrows_.push_back(arrow);
      }
    }
    for (std::size_t i = 0; i < trace_.messages.size(); ++i) {
      const Message& message = trace_.messages[i];
      if (message.send_ns == unknown_time || message.receive_ns == unknown_time ||
          message.receive_ns < message.send_ns) {
        ++messages_not_drawn_;
      } else {
        messages_.push_back(i);
      }
    }
  }

  /// Shifts times so that none is negative: Paje does not allow negative times.
  void find_origin() {
    for (const Lane& lane : trace_.lanes) {
      if (lane.spans.size() == 0) continue;
      origin_ns_ = std::min(origin_ns_, lane.spans.begin_ns.front());
      last_ns_ = std::max(last_ns_, *std::max_element(lane.spans.end_ns.begin(), lane.spans.end_ns.end()));
    }
    for (const std::size_t i : messages_) {
      origin_ns_ = std::min(origin_ns_, trace_.messages[i].send_ns);
      last_ns_ = std::max(last_ns_, trace_.messages[i].receive_ns);
    }
  }

  void containers() {
    out_ << "4 0.0 p P 0 \"program\"\n";
    std::vector<std::string> names;
    for (const Node& node : trace_.nodes) names.push_back(node.name);
    names = distinct_names(names, "node ");
    for (std::size_t node = 0; node < names.size(); ++node) {
      out_ << "4 0.0 n" << node << " N p " << paje_string(names[node]) << '\n';
    }
    std::vector<std::size_t> lanes_of(trace_.workers.size(), 0);
    for (std::size_t lane = 0; lane < trace_.lanes.size(); ++lane) {
      const Worker& worker = trace_.workers[trace_.lanes[lane].worker.value()];
      std::string name = worker.name.empty() ? "worker " + std::to_string(lane) : worker.name;
      if (++lanes_of[trace_.lanes[lane].worker.value()] > 1) {
        name += " (" + std::to_string(lanes_of[trace_.lanes[lane].worker.value()]) + ")";
        ++extra_lanes_;
      }
      out_ << "4 0.0 w" << lane << " W n" << worker.node.value() << ' ' << paje_string(name) << '\n';
    }
  }

  /// Merges all lines by time. Each lane's lines are already in order; the links' lines are sorted first.
  void body() {
    std::vector<std::vector<Line>> sequences;
    for (const Lane& lane : trace_.lanes) sequences.push_back(lane_lines(lane.spans));
    const auto by_time = [](std::vector<Line> lines) {
      std::stable_sort(lines.begin(), lines.end(),
                       [](const Line& a, const Line& b) { return a.time_ns < b.time_ns; });
      return lines;
    };
    std::vector<Line> starts;
    std::vector<Line> ends;
    for (std::size_t i = 0; i < arrows_.size(); ++i) {
      starts.push_back({times_.end_ns[arrows_[i].before.value()], Line::Kind::start_link, i});
      ends.push_back({times_.begin_ns[arrows_[i].after.value()], Line::Kind::end_link, i});
    }
    for (std::size_t i = 0; i < messages_.size(); ++i) {
      const Message& message = trace_.messages[messages_[i]];
      starts.push_back({message.send_ns, Line::Kind::start_link, arrows_.size() + i});
      ends.push_back({message.receive_ns, Line::Kind::end_link, arrows_.size() + i});
    }
    sequences.push_back(by_time(std::move(starts)));
    sequences.push_back(by_time(std::move(ends)));

    using Next = std::pair<std::int64_t, std::size_t>;  // time, sequence
    std::priority_queue<Next, std::vector<Next>, std::greater<>> next;
    std::vector<std::size_t> at(sequences.size(), 0);
    for (std::size_t s = 0; s < sequences.size(); ++s) {
      if (!sequences[s].empty()) next.emplace(sequences[s].front().time_ns, s);
    }
    while (!next.empty()) {
      const std::size_t s = next.top().second;
      next.pop();
      write_line(s, sequences[s][at[s]]);
      if (++at[s] < sequences[s].size()) next.emplace(sequences[s][at[s]].time_ns, s);
    }
  }

  void write_line(std::size_t lane, const Line& line) {
    const auto begin = [&](const char* number) -> TextWriter& {
      out_ << number;
      return out_.time(line.time_ns - origin_ns_, seconds);
    };
    switch (line.kind) {
      case Line::Kind::pop:
        begin("7 ") << " S w" << lane << '\n';
        return;
      case Line::Kind::push: {
        const SpanColumns& spans = trace_.lanes[lane].spans;
        const TaskId task = spans.task[line.index];
        begin("6 ") << " S w" << lane << ' ';
        if (task.is_none()) {
          out_ << 'k' << static_cast<unsigned>(spans.kind[line.index]) << " -";
        } else {
          out_ << 't' << trace_.tasks.type[task.value()].value() << ' ' << task.value();
        }
        out_ << ' ' << span_kind_name(spans.kind[line.index]) << '\n';
        return;
      }
      case Line::Kind::start_link:
      case Line::Kind::end_link:
        break;
    }
    const bool is_start = line.kind == Line::Kind::start_link;
    begin(is_start ? "8 " : "9 ");
    if (line.index < arrows_.size()) {
      const Dependency& arrow = arrows_[line.index];
      const TaskId task = is_start ? arrow.before : arrow.after;
      out_ << " D p dependency w" << times_.lane[task.value()].value() << ' ' << arrow.before.value() << '-'
           << arrow.after.value() << '\n';
    } else {
      const std::size_t number = messages_[line.index - arrows_.size()];
      const Message& message = trace_.messages[number];
      out_ << " M p " << message.payload_bytes << " n" << (is_start ? message.from : message.to).value()
           << " m" << number << '\n';
    }
  }

  LeftOut left_out() const {
    LeftOut list;
    const auto never_ran =
        static_cast<std::size_t>(std::count(times_.lane.begin(), times_.lane.end(), LaneId()));
    add_count(list, never_ran, "task that never ran", "tasks that never ran");
    add_count(list, arrows_not_drawn_, "dependency whose tasks overlap or never ran",
              "dependencies whose tasks overlap or never ran");
    add_count(list, commuting_pairs_, "pair of commuting tasks", "pairs of commuting tasks");
    add_count(list, messages_not_drawn_, "message without both times", "messages without both times");
    if (trace_.recorded.accesses) list.emplace_back(accesses_left_out);
    add_task_facts(list, trace_.recorded);
    add_count(list, trace_.attributes.size(), "attribute", "attributes");
    add_count(list, trace_.span_links.size(), "span link", "span links");
    add_threads(list, trace_);
    add_count(list, trace_.counters.size(), "counter", "counters");
    add_count(list, trace_.marks.size(), "mark", "marks");
    add_count(list, extra_lanes_, "extra lane of a worker (it becomes a container)",
              "extra lanes of workers (they become containers)");
    return list;
  }

  const Trace& trace_;
  TextWriter& out_;
  TaskTimes times_;
  std::vector<Dependency> arrows_;
  std::vector<std::size_t> messages_;
  std::int64_t origin_ns_ = 0;
  std::int64_t last_ns_ = 0;
  std::size_t arrows_not_drawn_ = 0;
  std::size_t messages_not_drawn_ = 0;
  std::size_t commuting_pairs_ = 0;
  std::size_t extra_lanes_ = 0;
};

}  // namespace

LeftOut write_paje(const Trace& trace, TextWriter& out) {
  return PajeWriter(trace, out).write();
}

}  // namespace gusset::traces::exporting
