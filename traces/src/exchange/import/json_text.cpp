#include "json_text.hpp"

#include <charconv>
#include <cstdint>

namespace gusset::traces::import {
namespace {

bool parse_hex(std::string_view text, std::uint32_t& code) {
  if (text.size() < 4) return false;
  return std::from_chars(text.data(), text.data() + 4, code, 16).ptr == text.data() + 4;
}

void append_utf8(std::string& out, std::uint32_t code) {
  if (code < 0x80) {
    out += static_cast<char>(code);
  } else if (code < 0x800) {
    out += static_cast<char>(0xc0 | code >> 6);
    out += static_cast<char>(0x80 | (code & 0x3f));
  } else if (code < 0x10000) {
    out += static_cast<char>(0xe0 | code >> 12);
    out += static_cast<char>(0x80 | (code >> 6 & 0x3f));
    out += static_cast<char>(0x80 | (code & 0x3f));
  } else {
    out += static_cast<char>(0xf0 | code >> 18);
    out += static_cast<char>(0x80 | (code >> 12 & 0x3f));
    out += static_cast<char>(0x80 | (code >> 6 & 0x3f));
    out += static_cast<char>(0x80 | (code & 0x3f));
  }
}

/// What follows "\u" at `at`, with the second half of a pair; returns the last character that belongs to it.
std::size_t append_escape(std::string& out, std::string_view token, std::size_t at) {
  std::uint32_t code = 0;
  if (!parse_hex(token.substr(at + 1), code)) {
    out += "\\u";
    return at;
  }
  at += 4;
  std::uint32_t low = 0;
  const bool is_high = code >= 0xd800 && code < 0xdc00;
  if (is_high && token.substr(at + 1).starts_with("\\u") && parse_hex(token.substr(at + 3), low) &&
      low >= 0xdc00 && low < 0xe000) {
    append_utf8(out, 0x10000 + ((code - 0xd800) << 10) + (low - 0xdc00));
    return at + 6;
  }
  // Half of a pair is no character.
  append_utf8(out, code >= 0xd800 && code < 0xe000 ? 0xfffd : code);
  return at;
}

}  // namespace

std::string json_string(std::string_view token) {
  if (token.size() < 2 || token.front() != '"' || token.back() != '"') return std::string(token);
  token = token.substr(1, token.size() - 2);
  std::string out;
  for (std::size_t i = 0; i < token.size(); ++i) {
    if (token[i] != '\\' || i + 1 == token.size()) {
      out += token[i];
      continue;
    }
    const char c = token[++i];
    if (c == 'u') {
      i = append_escape(out, token, i);
    } else {
      out += c == 'n' ? '\n' : c == 't' ? '\t' : c == 'r' ? '\r' : c == 'b' ? '\b' : c == 'f' ? '\f' : c;
    }
  }
  return out;
}

void JsonMembers::skip_blanks() {
  const std::size_t at = text_.find_first_not_of(" \t\r\n");
  text_.remove_prefix(at == std::string_view::npos ? text_.size() : at);
}

bool JsonMembers::take_string(std::string_view& token) {
  if (text_.empty() || text_.front() != '"') return false;
  for (std::size_t i = 1; i < text_.size(); ++i) {
    if (text_[i] == '\\') {
      ++i;
    } else if (text_[i] == '"') {
      token = text_.substr(0, i + 1);
      text_.remove_prefix(i + 1);
      return true;
    }
  }
  return false;
}

bool JsonMembers::take(std::string_view& value) {
  if (text_.empty()) return false;
  if (text_.front() == '"') return take_string(value);
  const std::string_view whole = text_;
  if (text_.front() != '{' && text_.front() != '[') {
    const std::size_t end = text_.find_first_of(",}] \t\r\n");
    if (end == 0 || end == std::string_view::npos) return false;
    value = text_.substr(0, end);
    text_.remove_prefix(end);
    return true;
  }
  int depth = 0;
  while (!text_.empty()) {
    std::string_view ignored;
    if (text_.front() == '"') {
      if (!take_string(ignored)) return false;
      continue;
    }
    if (text_.front() == '{' || text_.front() == '[') ++depth;
    if (text_.front() == '}' || text_.front() == ']') --depth;
    text_.remove_prefix(1);
    if (depth == 0) {
      value = whole.substr(0, whole.size() - text_.size());
      return true;
    }
  }
  return false;
}

bool JsonMembers::next(std::string_view& key, std::string_view& value) {
  skip_blanks();
  if (text_.empty() || text_.front() != (is_begun_ ? ',' : '{')) return false;
  is_begun_ = true;
  text_.remove_prefix(1);
  skip_blanks();
  if (!take_string(key)) return false;
  skip_blanks();
  if (text_.empty() || text_.front() != ':') return false;
  text_.remove_prefix(1);
  skip_blanks();
  return take(value);
}

}  // namespace gusset::traces::import
