#include "gusset/base/json_field.hpp"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <set>

#include "gusset/base/text_file.hpp"

namespace gusset {
namespace {

using nlohmann::json;

const json nothing;

std::string place(std::string_view text, std::size_t byte, const std::string& name) {
  const std::string_view before = text.substr(0, byte == 0 ? 0 : byte - 1);
  const auto line = 1 + std::count(before.begin(), before.end(), '\n');
  const std::size_t column = byte == 0 ? 1 : byte - (before.rfind('\n') + 1);  // npos + 1 is 0
  return name + ": line " + std::to_string(line) + ", column " + std::to_string(column);
}

std::string found_at(std::string_view text, std::size_t byte) {
  if (byte == 0 || byte > text.size()) return "the end of the file";
  const char c = text[byte - 1];
  if (c >= ' ' && c <= '~') return std::string("'") + c + "'";
  return "byte " + std::to_string(static_cast<unsigned char>(c));
}

/// Builds a document from what the parser finds. The library's own builder with callbacks takes time that is
/// quadratic in the length of a list.
class DocumentBuilder final : public json::json_sax_t {
 public:
  DocumentBuilder(const LongList& list, const std::string& name) : list_(list), name_(name) {}

  json document;
  std::string duplicate;  ///< a member that an object has twice; empty: there is none
  std::size_t error_byte = 0;
  bool is_json = true;
  bool has_large_number = false;

  bool null() override { return add(nullptr); }
  bool boolean(bool value) override { return add(value); }
  bool number_integer(std::int64_t value) override { return add(value); }
  bool number_unsigned(std::uint64_t value) override { return add(value); }
  bool number_float(double value, const std::string&) override { return add(value); }
  bool string(std::string& value) override { return add(std::move(value)); }
  bool binary(json::binary_t&) override { return true; }  // JSON has none
  bool start_object(std::size_t) override { return open(json::object()); }
  bool start_array(std::size_t) override {
    const bool is_list = !list_.member.empty() && open_.size() == 1 && skipped_ == 0 &&
                         document.is_object() && key_ == list_.member;
    if (is_list && !list_.read) {
      place(json::array());
      ++skipped_;
      return true;
    }
    open(json::array());
    is_in_list_ = is_in_list_ || is_list;
    return true;
  }
  bool key(std::string& key) override {
    if (skipped_ > 0) return true;
    const auto [member, is_new] = open_.back()->get_ref<json::object_t&>().emplace(key, nullptr);
    if (!is_new && duplicate.empty()) duplicate = key;
    member_ = &member->second;
    if (open_.size() == 1) key_ = key;
    return true;
  }
  bool end_object() override { return close(); }
  bool end_array() override { return close(); }
  bool parse_error(std::size_t byte, const std::string&, const nlohmann::detail::exception& error) override {
    const auto* const syntax = dynamic_cast<const json::parse_error*>(&error);
    error_byte = syntax != nullptr ? syntax->byte : byte;
    is_json = syntax == nullptr;
    has_large_number = syntax == nullptr;
    return false;
  }

 private:
  bool add(json value) {
    if (skipped_ > 0) return true;
    place(std::move(value));
    end_element();
    return true;
  }
  bool open(json value) {
    if (skipped_ > 0) {
      ++skipped_;
    } else {
      open_.push_back(place(std::move(value)));
    }
    return true;
  }
  bool close() {
    if (skipped_ > 0) {
      --skipped_;
      return true;
    }
    if (is_in_list_ && open_.size() == 2) is_in_list_ = false;
    open_.pop_back();
    end_element();
    return true;
  }
  json* place(json value) {
    if (is_in_list_ && open_.size() == 2) return &(element_ = std::move(value));
    if (open_.empty()) return &(document = std::move(value));
    if (open_.back()->is_array())
      return &open_.back()->get_ref<json::array_t&>().emplace_back(std::move(value));
    return &(*member_ = std::move(value));
  }
  void end_element() {
    if (!is_in_list_ || open_.size() != 2) return;
    list_.read(JsonField(element_, name_, list_.member + "[" + std::to_string(read_++) + "]"));
  }

  const LongList& list_;
  const std::string& name_;
  std::vector<json*> open_;  // objects and lists that have not ended
  json* member_ = nullptr;   // the member of the innermost object that gets the next value
  std::string key_;          // the latest member of the document itself
  json element_;             // the long list's current element
  bool is_in_list_ = false;  // the long list has begun and is read
  std::size_t skipped_ = 0;  // open lists and objects, from the skipped list on
  std::size_t read_ = 0;     // elements of the long list
};

}  // namespace

std::string describe(const json& value) {
  if (value.is_object()) return "an object";
  if (value.is_array()) return "a list";
  if (value.is_null()) return "nothing";
  std::string text = value.dump(-1, ' ', true, json::error_handler_t::replace);
  constexpr std::size_t max_length = 60;
  if (text.size() > max_length) text = text.substr(0, max_length) + "…";
  return text;
}

JsonField::JsonField(const json& value, const std::string& name, const std::string& place)
    : value_(value), where_(name + ": " + place), is_whole_(false) {}

JsonField::JsonField(const json& value, const JsonField& parent, const std::string& place)
    : value_(value), where_(parent.where_ + (parent.is_whole_ ? ": " : "") + place), is_whole_(false) {}

JsonField JsonField::member(const std::string& key, const json& value) const {
  return {value, *this, is_whole_ ? key : "." + key};
}

JsonField JsonField::at(const std::string& key) const {
  if (!value_.is_object()) throw expected(is_whole_ ? "a JSON object" : "an object");
  requested_.push_back(key);
  const auto found = value_.find(key);
  return member(key, found == value_.end() ? nothing : *found);
}

std::optional<JsonField> JsonField::find(const std::string& key) const {
  const JsonField field = at(key);
  return field.is_null() ? std::nullopt : std::optional(field);
}

std::vector<std::pair<std::string, JsonField>> JsonField::members() const {
  if (!value_.is_object()) throw expected("an object");
  std::vector<std::pair<std::string, JsonField>> fields;
  for (const auto& [key, value] : value_.items()) fields.emplace_back(key, member(key, value));
  return fields;
}

std::vector<JsonField> JsonField::list() const {
  if (!value_.is_array()) throw expected("a list");
  std::vector<JsonField> fields;
  fields.reserve(value_.size());
  for (std::size_t i = 0; i < value_.size(); ++i) {
    fields.push_back(JsonField(value_[i], *this, "[" + std::to_string(i) + "]"));
  }
  return fields;
}

bool JsonField::flag() const {
  if (!value_.is_boolean()) throw expected("true or false");
  return value_.get<bool>();
}

std::string JsonField::text() const {
  if (!value_.is_string()) throw expected("text");
  return value_.get<std::string>();
}

double JsonField::number(const NumberRange& range) const {
  if (!value_.is_number() || !range.contains(value_.get<double>())) throw expected(range.expected);
  return value_.get<double>();
}

std::uint64_t JsonField::count(const NumberRange& range) const {
  if (!value_.is_number_integer() || value_ < 0 || !range.contains(value_.get<double>()))
    throw expected(range.expected);
  return value_.get<std::uint64_t>();
}

std::vector<std::string> JsonField::texts() const {
  return list_of([](const JsonField& field) { return field.text(); });
}

void JsonField::check_format(const std::string& format, std::uint64_t version) const {
  if (const JsonField found = at("format"); found.value_ != format)
    throw found.expected("\"" + format + "\"");
  if (const JsonField found = at("version"); found.value_ != version)
    throw found.expected(std::to_string(version));
}

void JsonField::refuse_other_members() const {
  const std::set<std::string> requested(requested_.begin(), requested_.end());
  for (const auto& item : value_.items()) {
    if (requested.contains(item.key())) continue;
    std::string known;
    for (const std::string& key : requested) known += (known.empty() ? "" : ", ") + key;
    throw expected("fields " + known, describe(json(item.key())));
  }
}

DocumentError JsonField::expected(std::string_view what, const std::string& found) const {
  return DocumentError({where_, std::string(what), found});
}

json parse_json(std::string_view text, const std::string& name, const LongList& list) {
  DocumentBuilder builder(list, name);
  json::sax_parse(text, &builder);
  if (!builder.is_json) {
    throw DocumentError({place(text, builder.error_byte, name), "JSON", found_at(text, builder.error_byte)});
  }
  if (builder.has_large_number) throw DocumentError({name, "numbers of at most 1.8e308", "a larger number"});
  if (!builder.duplicate.empty())
    throw DocumentError({name, "each field once", describe(json(builder.duplicate)) + " twice"});
  return std::move(builder.document);
}

json read_json(const std::filesystem::path& path, std::size_t max_bytes) {
  const auto text = read_text(path, max_bytes);
  if (!text) throw DocumentError(text.error());
  return parse_json(*text, path.string());
}

}  // namespace gusset
