#include "common/arguments.hpp"

#include <algorithm>
#include <cstdio>
#include <new>
#include <string_view>

#include "gusset/base/text.hpp"
namespace examples {
namespace {

std::optional<std::size_t> number_in(std::string_view text, std::size_t minimum, std::size_t maximum) {
  const auto value = gusset::parse_number<std::size_t>(text);
  return value && *value >= minimum && *value <= maximum ? value : std::nullopt;
}

[[noreturn]] void refuse(const std::string& option, const std::string& expected, const std::string& found) {
  throw CLI::ValidationError(option, "expected " + expected + ", found \"" + found + "\"");
}

std::string range(std::size_t minimum, std::size_t maximum) {
  return "from " + std::to_string(minimum) + " to " + std::to_string(maximum);
}

std::string list(const std::vector<std::size_t>& values) {
  std::string text;
  for (const std::size_t each : values) text += (text.empty() ? "" : ",") + std::to_string(each);
  return text;
}

}  // namespace

void add_number(CLI::App& app, const std::string& option, std::size_t& value, std::size_t minimum,
                std::size_t maximum, const std::string& help) {
  const auto read = [&value, option, minimum, maximum](const std::string& text) {
    const auto number = number_in(text, minimum, maximum);
    if (!number) refuse(option, "a whole number " + range(minimum, maximum), text);
    value = *number;
  };
  app.add_option_function<std::string>(option, read, help + " (default " + std::to_string(value) + ")")
      ->type_name("N");
}

void add_numbers(CLI::App& app, const std::string& option, std::vector<std::size_t>& values,
                 const std::vector<std::size_t>& known, const std::string& help) {
  const auto read = [&values, option, known](const std::string& text) {
    std::vector<std::size_t> found;
    for (std::size_t begin = 0; begin <= text.size();) {
      const std::size_t end = std::min(text.find(',', begin), text.size());
      const auto number = number_in(std::string_view(text).substr(begin, end - begin), 0, largest_size);
      const bool is_known = number && std::find(known.begin(), known.end(), *number) != known.end();
      if (!is_known || std::find(found.begin(), found.end(), *number) != found.end())
        refuse(option, "some of " + list(known) + ", each once", text);
      found.push_back(*number);
      begin = end + 1;
    }
    values = found;
  };
  app.add_option_function<std::string>(option, read, help + " (default " + list(values) + ")")
      ->type_name("N,…");
}

void add_blocks(CLI::App& app, const std::string& option, std::vector<std::size_t>& blocks,
                const std::string& help) {
  const auto read = [&blocks, option](const std::string& text) {
    std::vector<std::size_t> found;
    for (std::size_t begin = 0; begin <= text.size();) {
      const std::size_t end = std::min(text.find('x', begin), text.size());
      const auto number = number_in(std::string_view(text).substr(begin, end - begin), 1, largest_size);
      if (!number) {
        refuse(option,
               "a whole number " + range(1, largest_size) + ", or several with x between them as in 36x6",
               text);
      }
      found.push_back(*number);
      begin = end + 1;
    }
    blocks = found;
  };
  app.add_option_function<std::string>(option, read, help + " (default " + text_of(blocks) + ")")
      ->type_name("N[xN]");
}

void add_word(CLI::App& app, const std::string& option, std::string& word,
              const std::vector<std::string>& words, const std::string& help) {
  std::string either = words.front();
  std::string kinds = words.front();
  for (std::size_t i = 1; i < words.size(); ++i) {
    either += (i + 1 == words.size() ? " or " : ", ") + words[i];
    kinds += "|" + words[i];
  }
  const auto read = [&word, option, words, either](const std::string& text) {
    if (std::find(words.begin(), words.end(), text) == words.end()) refuse(option, either, text);
    word = text;
  };
  app.add_option_function<std::string>(option, read, help + " (default " + word + ")")->type_name(kinds);
}

std::string text_of(const std::vector<std::size_t>& blocks) {
  std::string text;
  for (const std::size_t each : blocks) text += (text.empty() ? "" : "x") + std::to_string(each);
  return text;
}

void require_fit(const std::vector<std::size_t>& blocks, std::size_t size, const std::string& limit,
                 const std::string& option) {
  std::size_t smallest = size;  // block of the level above
  for (const std::size_t each : blocks) {
    smallest /= each;
    if (smallest == 0) {
      throw ArgumentError(option + ": expected at most " + limit + " (" + std::to_string(size) +
                          "), found \"" + text_of(blocks) + "\"");
    }
  }
}

std::optional<std::string> parse(CLI::App& app, int argc, char** argv) {
  try {
    app.parse(argc, argv);
  } catch (const CLI::CallForHelp&) {
    return app.help();
  } catch (const CLI::ParseError& error) {
    throw ArgumentError(error.what());
  }
  return std::nullopt;
}

int run_program(const char* name, const std::function<int()>& body) {
  try {
    return body();
  } catch (const ArgumentError& error) {
    std::fprintf(stderr, "%s: %s\n", name, error.what());
    return 2;
  } catch (const std::bad_alloc&) {
    std::fprintf(stderr, "%s: expected memory for its data, found too little\n", name);
    return 1;
  } catch (const std::exception& error) {
    std::fprintf(stderr, "%s: %s\n", name, error.what());
    return 1;
  }
}

}  // namespace examples
