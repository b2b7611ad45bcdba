#include "dot_lexer.hpp"

#include <algorithm>

#include "gusset/base/text.hpp"

namespace gusset::traces::import {
namespace {

bool is_bare(char c) {
  const auto byte = static_cast<unsigned char>(c);
  return (byte >= 'a' && byte <= 'z') || (byte >= 'A' && byte <= 'Z') || (byte >= '0' && byte <= '9') ||
         byte == '_' || byte == '.' || byte >= 0x80;
}

}  // namespace

bool DotToken::is_keyword(std::string_view keyword) const {
  return kind == Kind::name && !is_quoted && text.size() == keyword.size() && lower_case(text) == keyword;
}

void DotLexer::skip() {
  while (at_ < text_.size()) {
    const char c = text_[at_];
    const std::string_view rest = text_.substr(at_);
    if (c == '\n') ++line_;
    if (c == ' ' || c == '\t' || c == '\r' || c == '\n') {
      ++at_;
    } else if (rest.starts_with("//") || c == '#') {
      at_ = std::min(text_.find('\n', at_), text_.size());
    } else if (rest.starts_with("/*")) {
      const std::size_t end = text_.find("*/", at_ + 2);
      const std::size_t stop = end == std::string_view::npos ? text_.size() : end + 2;
      line_ += static_cast<std::uint32_t>(
          std::count(rest.begin(), rest.begin() + static_cast<std::ptrdiff_t>(stop - at_), '\n'));
      at_ = stop;
    } else {
      return;
    }
  }
}

DotToken DotLexer::quoted() {
  DotToken token{DotToken::Kind::name, {}, true, line_};
  while (add_string(token)) {
    skip();
    if (at_ == text_.size() || text_[at_] != '+') break;
    DotLexer second = *this;
    ++second.at_;
    second.skip();
    if (second.at_ == text_.size() || text_[second.at_] != '"') break;
    *this = second;
  }
  return token;
}

bool DotLexer::add_string(DotToken& token) {
  for (++at_; at_ < text_.size() && text_[at_] != '"'; ++at_) {
    if (text_[at_] == '\n') ++line_;
    if (text_[at_] == '\\' && at_ + 1 < text_.size()) {
      const char next = text_[at_ + 1];
      // The lexer only handles escaped quotes and line ends. Labels interpret the other escapes.
      if (next == '\n') {
        ++line_;
        ++at_;
        continue;
      }
      if (next != '"') token.text += '\\';
      ++at_;
    }
    token.text += text_[at_];
  }
  if (at_ == text_.size()) token.kind = DotToken::Kind::unterminated;
  ++at_;
  return token.kind == DotToken::Kind::name;
}

DotToken DotLexer::html() {
  DotToken token{DotToken::Kind::name, {}, true, line_};
  int depth = 0;
  const std::size_t begin = at_;
  for (; at_ < text_.size(); ++at_) {
    if (text_[at_] == '\n') ++line_;
    if (text_[at_] == '<') ++depth;
    if (text_[at_] == '>' && --depth == 0) break;
  }
  if (at_ == text_.size()) {
    token.kind = DotToken::Kind::unterminated;
  } else {
    token.text = std::string(text_.substr(begin + 1, at_ - begin - 1));
  }
  ++at_;
  return token;
}

DotToken DotLexer::next() {
  skip();
  if (at_ >= text_.size()) return {DotToken::Kind::end, {}, false, line_};
  const char c = text_[at_];
  if (c == '"') return quoted();
  if (c == '<') return html();
  const std::string_view rest = text_.substr(at_);
  if (rest.starts_with("->") || rest.starts_with("--")) {
    at_ += 2;
    return {rest[1] == '>' ? DotToken::Kind::arrow : DotToken::Kind::line, std::string(rest.substr(0, 2)),
            false, line_};
  }
  if (!is_bare(c) && c != '-') {
    ++at_;
    return {DotToken::Kind::symbol, std::string(1, c), false, line_};
  }
  const std::size_t begin = at_++;
  while (at_ < text_.size() && is_bare(text_[at_])) ++at_;
  return {DotToken::Kind::name, std::string(text_.substr(begin, at_ - begin)), false, line_};
}

}  // namespace gusset::traces::import
