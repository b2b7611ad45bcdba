#include "svg_reader.hpp"

#include <cctype>
#include <sstream>

namespace gusset::paper::testing {
namespace {

class Reader {
 public:
  explicit Reader(std::string_view xml) : rest_(xml) {}

  std::vector<SvgElement> read() {
    if (rest_.starts_with("<?xml ")) skip_to("?>");
    while (!rest_.empty()) {
      if (rest_[0] == '<') {
        tag();
      } else {
        characters();
      }
    }
    if (!open_.empty()) throw std::runtime_error("not closed: " + elements_[open_.back()].name);
    return elements_;
  }

 private:
  void skip_to(std::string_view mark) {
    const std::size_t at = rest_.find(mark);
    if (at == std::string_view::npos) throw std::runtime_error("no " + std::string(mark));
    rest_.remove_prefix(at + mark.size());
  }
  void expect(char c) {
    if (rest_.empty() || rest_[0] != c) throw std::runtime_error(std::string("expected ") + c);
    rest_.remove_prefix(1);
  }
  void blanks() {
    while (!rest_.empty() && std::isspace(static_cast<unsigned char>(rest_[0]))) rest_.remove_prefix(1);
  }
  std::string word() {
    std::string word;
    while (!rest_.empty() && (std::isalnum(static_cast<unsigned char>(rest_[0])) || rest_[0] == '-')) {
      word += rest_[0];
      rest_.remove_prefix(1);
    }
    if (word.empty()) throw std::runtime_error("expected a name");
    return word;
  }
  std::string until(char end) {
    std::string text;
    while (!rest_.empty() && rest_[0] != end) {
      if (rest_[0] == '<' || static_cast<unsigned char>(rest_[0]) < 0x09)
        throw std::runtime_error("stray character");
      if (rest_[0] == '&') {
        text += entity();
      } else {
        text += rest_[0];
        rest_.remove_prefix(1);
      }
    }
    return text;
  }
  char entity() {
    static const std::map<std::string, char> known{
        {"&amp;", '&'}, {"&lt;", '<'}, {"&gt;", '>'}, {"&quot;", '"'}};
    for (const auto& [name, c] : known) {
      if (!rest_.starts_with(name)) continue;
      rest_.remove_prefix(name.size());
      return c;
    }
    throw std::runtime_error("unknown entity");
  }
  void tag() {
    expect('<');
    if (rest_.starts_with("/")) {
      expect('/');
      if (open_.empty() || elements_[open_.back()].name != word()) throw std::runtime_error("closes nothing");
      open_.pop_back();
      expect('>');
      return;
    }
    SvgElement element;
    element.name = word();
    for (blanks(); !rest_.empty() && rest_[0] != '>' && rest_[0] != '/'; blanks()) {
      const std::string name = word();
      expect('=');
      expect('"');
      if (!element.attributes.try_emplace(name, until('"')).second)
        throw std::runtime_error("twice: " + name);
      expect('"');
    }
    const bool is_empty = rest_.starts_with("/");
    if (is_empty) expect('/');
    expect('>');
    if (elements_.empty() || !open_.empty()) {
      elements_.push_back(element);
    } else {
      throw std::runtime_error("a second root");
    }
    if (!is_empty) open_.push_back(elements_.size() - 1);
  }
  void characters() {
    const std::string text = until('<');
    if (open_.empty()) {
      if (text.find_first_not_of(" \n") != std::string::npos) throw std::runtime_error("text outside");
    } else {
      elements_[open_.back()].text += text;
    }
  }

  std::string_view rest_;
  std::vector<SvgElement> elements_;
  std::vector<std::size_t> open_;
};

}  // namespace

std::vector<SvgElement> read_svg(std::string_view xml) {
  return Reader(xml).read();
}

Path path_from_data(const std::string& data) {
  Path path;
  std::istringstream in(data);
  double x = 0.0;
  double y = 0.0;
  double first_x = 0.0;
  double first_y = 0.0;
  for (char command = 0; in >> command;) {
    double dx = 0.0;
    double dy = 0.0;
    switch (command) {
      case 'M':
        in >> x >> y;
        path.move_to(first_x = x, first_y = y);
        break;
      case 'z':
        x = first_x;
        y = first_y;
        break;
      case 'h':
        in >> dx;
        break;
      case 'v':
        in >> dy;
        break;
      case 'l':
        in >> dx >> dy;
        break;
      default:
        throw std::runtime_error(std::string("path command ") + command);
    }
    if (!in) throw std::runtime_error("a path's number");
    x += dx;
    y += dy;
    if (command == 'h' || command == 'v' || command == 'l') path.line_to(x, y);
  }
  return path;
}

}  // namespace gusset::paper::testing
