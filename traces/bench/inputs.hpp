#pragma once
#include <cstddef>
#include <filesystem>

namespace gusset::traces::bench {

/// These functions write a benchmark's input file: a synthetic run of `tasks` tasks on 16 threads. The tasks
/// have five types, take a few µs, have gaps between them, and come roughly in order of start time, as a
/// program would write them.
void write_gus_input(const std::filesystem::path& path, std::size_t tasks);
/// A tiled Cholesky factorization of at least `tasks` tasks, with accesses, submissions and ready times.
void write_graph_input(const std::filesystem::path& path, std::size_t tasks);
/// The task graph of a .gus file in Graphviz's language.
void write_dot_input(const std::filesystem::path& gus, const std::filesystem::path& path);
void write_superglue_input(const std::filesystem::path& path, std::size_t tasks);
void write_csv_input(const std::filesystem::path& path, std::size_t tasks);
/// About 109 bytes per event, one event per task, with a category and an argument.
void write_chrome_input(const std::filesystem::path& path, std::size_t tasks);
/// Pushed and popped states, two lines per task.
void write_paje_input(const std::filesystem::path& path, std::size_t tasks);

}  // namespace gusset::traces::bench
