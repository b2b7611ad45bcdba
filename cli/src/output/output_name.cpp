#include "output_name.hpp"

#include <unistd.h>

#include <filesystem>
#include <optional>

#include "errors.hpp"
#include "gusset/base/numbered_path.hpp"
#include "gusset/base/process_rank.hpp"
#include "gusset/base/this_machine.hpp"

namespace gusset::cli {

std::string output_name_of_process(const std::string& command, const std::string& name) {
  const std::optional<unsigned> rank = process_rank();
  std::string result;
  bool is_own = !rank;  // whether no other rank has the same name
  for (std::size_t i = 0; i < name.size(); ++i) {
    if (name[i] != '%') {
      result += name[i];
      continue;
    }
    const char what = i + 1 < name.size() ? name[++i] : '\0';
    if (what == '%') {
      result += '%';
    } else if (what == 'h') {
      result += host_name();
    } else if (what == 'p') {
      result += std::to_string(getpid());
      is_own = true;
    } else if (what == 'r' && rank) {
      result += std::to_string(*rank);
      is_own = true;
    } else {
      throw errors::bad_value(command, "-o",
                              what == 'r' ? "%r only in processes that mpirun, mpiexec or srun started"
                                          : "%r (rank), %p (process), %h (host) or %% after a percent sign",
                              name);
    }
  }
  if (is_own) return result;
  return path_with_number(result, *rank).string();
}

}  // namespace gusset::cli
