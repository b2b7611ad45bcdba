#include "common/arguments.hpp"

#include <algorithm>
#include <cstdio>
#include <new>
#include <optional>
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

std::string joined(const std::vector<std::size_t>& values, const char* between) {
  std::string text;
  for (const std::size_t each : values) text += (text.empty() ? "" : between) + std::to_string(each);
  return text;
}

/// Returns the separated numbers from `minimum` to largest_size; none if a word is not such a number.
std::optional<std::vector<std::size_t>> numbers_in(std::string_view text, char separator,
                                                   std::size_t minimum) {
  std::vector<std::size_t> found;
  for (std::size_t begin = 0; begin <= text.size();) {
    const std::size_t end = std::min(text.find(separator, begin), text.size());
    const auto number = number_in(text.substr(begin, end - begin), minimum, largest_size);
    if (!number) return std::nullopt;
    found.push_back(*number);
    begin = end + 1;
  }
  return found;
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
    const auto found = numbers_in(text, ',', 0);
    const auto is_known_once = [&](std::size_t number) {
      return std::find(known.begin(), known.end(), number) != known.end() &&
             std::count(found->begin(), found->end(), number) == 1;
    };
    if (!found || !std::all_of(found->begin(), found->end(), is_known_once))
      refuse(option, "some of " + joined(known, ",") + ", each at most once", text);
    values = *found;
  };
  app.add_option_function<std::string>(option, read, help + " (default " + joined(values, ",") + ")")
      ->type_name("N,…");
}

void add_blocks(CLI::App& app, const std::string& option, std::vector<std::size_t>& blocks,
                const std::string& help) {
  const auto read = [&blocks, option](const std::string& text) {
    const auto found = numbers_in(text, 'x', 1);
    if (!found) {
      refuse(option, "a whole number " + range(1, largest_size) + ", or several joined by x as in 36x6",
             text);
    }
    blocks = *found;
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
  return joined(blocks, "x");
}

void require_fit(const std::vector<std::size_t>& blocks, std::size_t size, const std::string& limit,
                 const std::string& option) {
  std::size_t smallest = size;  // block size of the level above
  for (const std::size_t each : blocks) {
    smallest /= each;
    if (smallest == 0) {
      throw ArgumentError(option + ": expected at most " + limit + " (" + std::to_string(size) +
                          "), found \"" + text_of(blocks) + "\"");
    }
  }
}

void require_one_level(const std::vector<std::size_t>& blocks, const std::string& with) {
  if (blocks.size() == 1) return;
  throw ArgumentError("--blocks: expected one number with " + with + ", found \"" + text_of(blocks) + "\"");
}

int run_program(CLI::App& app, int argc, char** argv, const std::function<int()>& body) {
  const auto report = [&](const char* error) {
    std::fprintf(stderr, "%s: %s\n", app.get_name().c_str(), error);
  };
  try {
    app.parse(argc, argv);
    return body();
  } catch (const CLI::CallForHelp&) {
    std::fputs(app.help().c_str(), stdout);
    return 0;
  } catch (const CLI::ParseError& error) {
    report(error.what());
    return 2;
  } catch (const ArgumentError& error) {
    report(error.what());
    return 2;
  } catch (const std::bad_alloc&) {
    report("expected memory for its data, found too little");
  } catch (const std::exception& error) {
    report(error.what());
  }
  return 1;
}

}  // namespace examples
