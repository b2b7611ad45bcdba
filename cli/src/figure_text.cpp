#include "figure_text.hpp"

#include "errors.hpp"

namespace gusset::cli {

void add_size_option(CLI::App* command, std::string& size) {
  command
      ->add_option("--size", size,
                   "Of a picture: for a column of a paper (86 mm) or a slide of 16:9; as wide as a\n"
                   "window if not given")
      ->type_name("column|slide");
}

figure::FigureOptions figure_options_of(const std::string& command, const std::string& size) {
  if (size.empty()) return {};
  if (size == "column") return figure::column_options();
  if (size == "slide") return figure::slide_options();
  throw errors::bad_value(command, "--size", "column or slide", size);
}

}  // namespace gusset::cli
