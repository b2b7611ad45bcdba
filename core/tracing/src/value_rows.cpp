#include "value_rows.hpp"

#include <algorithm>
#include <type_traits>
#include <variant>

namespace gusset::core_tracing {

namespace {

decltype(traces::Attribute::values) empty_list_like(const decltype(traces::Attribute::values)& list) {
  return std::visit(
      [](const auto& values) -> decltype(traces::Attribute::values) {
        return std::decay_t<decltype(values)>();
      },
      list);
}

}  // namespace

void ValueRows::add(std::uint64_t number, const std::string& name, const Annotation::Value& value) {
  std::visit(
      [&](const auto& each) {
        using List = std::vector<std::decay_t<decltype(each)>>;
        const std::lock_guard guard(mutex_);
        auto found = std::find_if(new_.begin(), new_.end(), [&](const Values& values) {
          return std::holds_alternative<List>(values.list) && values.name == name;
        });
        if (found == new_.end()) found = new_.insert(found, {name, {}, List()});
        found->numbers.push_back(number);
        std::get<List>(found->list).push_back(each);
      },
      value);
}

void ValueRows::write(traces::RecordingFile& file) {
  {
    const std::lock_guard guard(mutex_);
    for (std::size_t i = taken_.size(); i < new_.size(); ++i)
      taken_.push_back({new_[i].name, {}, empty_list_like(new_[i].list)});
    new_.swap(taken_);
  }
  for (std::size_t i = 0; i < taken_.size(); ++i) {
    Values& values = taken_[i];
    if (i == attributes_.size())
      attributes_.push_back(file.add_attribute(values.name, empty_list_like(values.list)));
    if (!values.numbers.empty()) file.add_values(attributes_[i], values.numbers, values.list);
    values.numbers.clear();
    std::visit([](auto& list) { list.clear(); }, values.list);
  }
}

void ValueRows::drop() {
  const std::lock_guard guard(mutex_);
  new_.clear();
}

}  // namespace gusset::core_tracing
