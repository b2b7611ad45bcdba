#include "gusset/base/schedule_file.hpp"

#include <algorithm>
#include <cstddef>
#include <set>
#include <tuple>
#include <utility>

#include "gusset/base/json_field.hpp"
#include "gusset/base/numbers.hpp"
#include "gusset/base/text.hpp"
#include "gusset/base/text_file.hpp"

namespace gusset {
namespace {

using Json = nlohmann::ordered_json;

constexpr const char* format = "gusset schedule file";
constexpr std::uint64_t version = 1;
constexpr std::size_t max_bytes = std::size_t{1} << 30;
constexpr NumberRange any_time{0.0, static_cast<double>(max_time_ns), "a time in ns, at least 0"};

Json json_of(const ScheduledTask& task) {
  Json json{{"type", task.type}};
  if (!task.place.empty()) json["place"] = task.place;
  if (task.version != 0) json["version"] = task.version;
  if (task.copy != 0) json["copy"] = task.copy;
  json["begin_ns"] = task.begin_ns;
  return json;
}

ScheduledTask task_of(const JsonField& field) {
  ScheduledTask task;
  const auto count = [&field](const char* key) {
    const auto found = field.find(key);
    return found ? found->small_count() : 0U;
  };
  task.type = field.at("type").text();
  if (const auto place = field.find("place")) task.place = place->text();
  task.version = count("version");
  task.copy = count("copy");
  task.begin_ns = static_cast<std::int64_t>(field.at("begin_ns").count(any_time));
  field.refuse_other_members();
  return task;
}

MatchRule rule_of(const JsonField& field) {
  for (const MatchRule rule : {MatchRule::written_version, MatchRule::parent_and_order}) {
    if (field.text() == rule_name(rule)) return rule;
  }
  throw field.expected(double_quoted(std::string(rule_name(MatchRule::written_version))) + " or " +
                       double_quoted(std::string(rule_name(MatchRule::parent_and_order))));
}

std::vector<std::vector<ScheduledTask>> workers_of(const JsonField& field, std::uint64_t threads) {
  const std::vector<JsonField> lists = field.list();
  if (lists.size() != threads)
    throw field.expected(count_text(threads, "worker") + ", as \"threads\" says",
                         count_text(lists.size(), "worker"));
  std::vector<std::vector<ScheduledTask>> workers;
  std::set<std::pair<ScheduledTaskKey, std::uint32_t>> seen;
  for (const JsonField& list : lists) {
    std::vector<ScheduledTask>& tasks = workers.emplace_back(list.list_of(task_of));
    for (std::size_t i = 0; i < tasks.size(); ++i) {
      if (!seen.insert({key_of(tasks[i]), tasks[i].copy}).second)
        throw list.list()[i].expected("each task once", double_quoted(tasks[i].type) + " again");
    }
  }
  return workers;
}

ScheduleFile file_of(const JsonField& field) {
  field.check_format(format, version);
  ScheduleFile file;
  if (const auto program = field.find("program")) file.program = program->text();
  file.rule = rule_of(field.at("rule"));
  file.found_ns = static_cast<std::int64_t>(field.at("found_ns").count(any_time));
  file.bound_ns = static_cast<std::int64_t>(field.at("bound_ns").count(any_time));
  const JsonField threads = field.at("threads");
  if (threads.count() == 0) throw threads.expected("at least 1 thread");
  file.workers = workers_of(field.at("workers"), threads.count());
  field.refuse_other_members();
  return file;
}

}  // namespace

std::vector<std::vector<std::uint32_t>> begin_ranks(const ScheduleFile& file) {
  std::vector<std::tuple<std::int64_t, std::size_t, std::size_t>> order;
  std::vector<std::vector<std::uint32_t>> ranks;
  for (std::size_t worker = 0; worker < file.workers.size(); ++worker) {
    std::int64_t begin_ns = 0;
    for (std::size_t i = 0; i < file.workers[worker].size(); ++i) {
      begin_ns = std::max(begin_ns, file.workers[worker][i].begin_ns);
      order.emplace_back(begin_ns, worker, i);
    }
    ranks.emplace_back(file.workers[worker].size());
  }
  std::sort(order.begin(), order.end());
  std::uint32_t rank = 0;
  for (const auto& [begin_ns, worker, i] : order) ranks[worker][i] = rank++;
  return ranks;
}

std::string summary_of(const ScheduleUse& use, const std::string& name) {
  return name + ": " + count_text(use.known_tasks, "task") + " followed the schedule, " +
         std::to_string(use.unknown_tasks) + (use.unknown_tasks == 1 ? " was" : " were") + " not in it; " +
         std::to_string(use.unused_tasks) + " of its tasks " + (use.unused_tasks == 1 ? "was" : "were") +
         " not used";
}

std::string schedule_file_text(const ScheduleFile& file) {
  Json json{{"format", format},
            {"version", version},
            {"program", file.program},
            {"rule", rule_name(file.rule)},
            {"threads", file.workers.size()},
            {"found_ns", file.found_ns},
            {"bound_ns", file.bound_ns}};
  // One task a line: readable, and easy to compare.
  std::string text = json_text(json, 2);
  text.resize(text.size() - 2);  // "\n}"
  text += ",\n  \"workers\": [";
  for (const std::vector<ScheduledTask>& tasks : file.workers) {
    text += &tasks == &file.workers.front() ? "\n    [" : ",\n    [";
    for (const ScheduledTask& task : tasks)
      text += (&task == &tasks.front() ? "\n      " : ",\n      ") + json_text(json_of(task));
    text += tasks.empty() ? "]" : "\n    ]";
  }
  return text + "\n  ]\n}\n";
}

Result<ScheduleFile> parse_schedule_file(std::string_view text, const std::string& name) {
  return read_document(text, name, file_of);
}

Result<ScheduleFile> read_schedule_file(const std::string& path) {
  const Result<std::string> text = read_text(path, max_bytes);
  if (!text) return text.error();
  return parse_schedule_file(*text, path);
}

}  // namespace gusset
