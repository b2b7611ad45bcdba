#include "figure_text.hpp"

#include "errors.hpp"

namespace gusset::cli {

void add_size_option(CLI::App& command, std::string& size, const std::string& otherwise) {
  command
      .add_option("--size", size,
                  "In a picture: fit a paper's column (86 mm) or a 16:9 slide (default:\n" + otherwise + ")")
      ->type_name("column|slide");
}

paper::FigureOptions figure_options_of(const std::string& command, const std::string& size) {
  if (size.empty()) return {};
  if (size == "column") return paper::column_options();
  if (size == "slide") return paper::slide_options();
  throw errors::bad_value(command, "--size", "column or slide", size);
}

std::shared_ptr<const traces::Colouring> colouring_of(const traces::Trace& trace, const std::string& path,
                                                      const std::string& text) {
  if (text.empty()) return nullptr;
  const auto by = traces::parse_colour_by(trace, text);
  if (!by.ok()) throw errors::refused_by_trace(path, by.error());
  return traces::make_colouring(trace, *by);
}

}  // namespace gusset::cli
