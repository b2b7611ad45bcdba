#pragma once
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "gusset/traces/answers/answer.hpp"

namespace gusset::paper {

/// A text from outside for an HTML document: escaped, valid UTF-8, without control characters.
std::string html_text(std::string_view text);
/// The same for a sentence. Words between backticks become code.
std::string html_sentence(std::string_view sentence);

/// The body of an HTML document. All functions escape their texts, except for `markup`.
class Html {
 public:
  /// Adds markup that is complete and escaped.
  void markup(std::string_view text) { text_ += text; }
  void heading(int level, std::string_view text);
  void paragraph(std::string_view sentence, std::string_view style = {});
  /// Adds names with their values; leaves out empty values. Adds nothing if all are empty.
  void facts(const std::vector<std::pair<std::string, std::string>>& facts);
  /// Adds a run's headline with its badge, below the trace's name if there is one.
  void headline(const traces::Headline& headline, std::string_view name = {});
  /// Adds an answer's sentences as a numbered list if they have suggestions, else as paragraphs.
  void findings(const traces::Verdict& verdict);
  /// Adds a table without its hidden columns, with at most max_report_rows rows.
  void table(const traces::Table& table);
  void tables(const std::vector<traces::Table>& tables);
  /// Adds a picture, an `svg` element, with a caption. It shrinks to the page's width, but not below
  /// `min_width` pixels, if given: then it scrolls in its box.
  void picture(std::string_view svg, std::string_view caption, int min_width = 0);

  const std::string& text() const { return text_; }

 private:
  std::string text_;
};

}  // namespace gusset::paper
