#include "gusset/viewer/model/document/task_query.hpp"

#include <algorithm>
#include <cctype>
#include <variant>

#include "gusset/base/numbers.hpp"
#include "gusset/base/text.hpp"
#include "gusset/traces/model/names.hpp"
#include "gusset/traces/model/task_name.hpp"

namespace gusset::viewer {
namespace {

/// Whether a text in any case contains, or begins with, `wanted` in lower case.
bool has(std::string_view text, std::string_view wanted) {
  return std::search(text.begin(), text.end(), wanted.begin(), wanted.end(), [](char a, char b) {
           return std::tolower(static_cast<unsigned char>(a)) == static_cast<unsigned char>(b);
         }) != text.end();
}
bool begins_with(std::string_view text, std::string_view wanted) {
  return has(text.substr(0, wanted.size()), wanted);
}

}  // namespace

// The task in "gemm #60" or "gemm A(3,1) #60"; nothing if the task with this number has another name.
std::optional<traces::TaskId> TaskQuery::numbered(std::string_view text) const {
  const std::size_t hash = text.rfind(" #");
  if (hash == std::string_view::npos) return std::nullopt;
  const auto number = parse_number<std::uint32_t>(text.substr(hash + 2));
  if (!number || *number >= trace_->tasks.size()) return std::nullopt;
  const traces::TaskId task(*number);
  const std::string name = lower_case(trimmed(text.substr(0, hash)));
  const bool is_named = name == lower_case(type_name(*trace_, traces::TaskId(*number))) ||
                        name == lower_case(traces::task_name(*trace_, task));
  return is_named ? std::optional(task) : std::nullopt;
}

Result<TaskQuery> TaskQuery::parse(const traces::Trace& trace, std::string_view text) {
  TaskQuery query;
  query.trace_ = &trace;
  text = trimmed(text);
  if (text.starts_with('#')) {
    const auto number = parse_number<std::uint32_t>(text.substr(1));
    if (!number || *number >= trace.tasks.size()) {
      return Error{"find", "the number of one of " + count_text(trace.tasks.size(), "task"),
                   std::string(text)};
    }
    query.task_ = traces::TaskId(*number);
  } else if (text.find_first_of("=<>") != std::string_view::npos) {
    Result<traces::TaskFilter> filter = traces::TaskFilter::parse(trace, text);
    if (!filter) return filter.error();
    query.filter_ = std::move(filter).value();
  } else if (query.task_ = query.numbered(text); !query.task_) {
    query.name_ = lower_case(text);
    const std::string& name = query.name_;
    for (const std::string& type : trace.types) {
      query.types_.push_back(!name.empty() && has(type, name));
      const bool goes_on =
          name.size() > type.size() + 1 && name[type.size()] == ' ' && begins_with(name, lower_case(type));
      query.rest_.push_back(goes_on ? std::optional(name.substr(type.size() + 1)) : std::nullopt);
    }
  }
  return query;
}

traces::TaskSet TaskQuery::find() const {
  const std::size_t count = trace_->tasks.size();
  traces::TaskSet found(count, false);
  if (task_) {
    found[task_->value()] = true;
  } else if (filter_) {
    for (std::size_t task = 0; task < count; ++task) found[task] = filter_->matches(traces::TaskId(task));
  } else {
    const bool looks_at_details = details_may_match();
    for (std::size_t task = 0; task < count; ++task) {
      found[task] = types_[trace_->tasks.type[task].value()] ||
                    (looks_at_details && detail_matches(traces::TaskId(task)));
    }
  }
  return found;
}

// Whether any handle or detail matches at all. If none does, the search need not look at the tasks' accesses.
bool TaskQuery::details_may_match() const {
  if (name_.empty()) return false;
  const auto fits = [this](const std::string& text) {
    return has(text, name_) || std::any_of(rest_.begin(), rest_.end(), [&](const auto& rest) {
             return rest && begins_with(text, *rest);
           });
  };
  const std::vector<std::string>& handles = trace_->handles.name;
  if (trace_->recorded.accesses && std::any_of(handles.begin(), handles.end(), fits)) return true;
  for (const traces::Attribute& attribute : trace_->attributes) {
    const auto* const texts = std::get_if<std::vector<std::string>>(&attribute.values);
    if (texts != nullptr && attribute.name == traces::task_detail &&
        std::any_of(texts->begin(), texts->end(), fits))
      return true;
  }
  return false;
}

bool TaskQuery::detail_matches(traces::TaskId task) const {
  const std::string_view detail = traces::task_name_detail(*trace_, task);
  const std::optional<std::string>& rest = rest_[trace_->tasks.type[task.value()].value()];
  return has(detail, name_) || (rest && begins_with(detail, *rest));
}

std::optional<std::string> in_quotes(const std::string& text) {
  if (text.find('"') != std::string::npos) return std::nullopt;
  return '"' + text + '"';
}

}  // namespace gusset::viewer
