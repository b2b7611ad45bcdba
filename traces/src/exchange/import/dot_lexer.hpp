#pragma once
#include <cstdint>
#include <string>
#include <string_view>

namespace gusset::traces::import {

/// One token of Graphviz's language.
struct DotToken {
  enum class Kind : unsigned char { end, name, symbol, arrow, line, unterminated };
  Kind kind = Kind::end;
  std::string text;  ///< a name without quotes, or a symbol's character
  bool is_quoted = false;
  std::uint32_t line = 1;

  bool is(char symbol) const { return kind == Kind::symbol && text[0] == symbol; }
  /// Whether the token is this keyword, unquoted, in upper or lower case.
  bool is_keyword(std::string_view keyword) const;
};

/// Splits a DOT file into names (bare, quoted, HTML), symbols, "->" and "--". Skips comments; like Graphviz,
/// takes everything from a number sign to the line's end as one. Joins quoted names: "a" + "b".
class DotLexer {
 public:
  explicit DotLexer(std::string_view text) : text_(text) {}
  DotToken next();

 private:
  void skip();
  DotToken quoted();
  /// Adds a quoted string to the token. Returns false if the string never ends.
  bool add_string(DotToken& token);
  DotToken html();

  std::string_view text_;
  std::size_t at_ = 0;
  std::uint32_t line_ = 1;
};

}  // namespace gusset::traces::import
