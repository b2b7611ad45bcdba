// Runs one task, like a program that also calls MPI and can run on several nodes.
#include <cstdio>
#include <gusset/cluster.hpp>
#include <gusset/core.hpp>

int main() {
  const int communicator = 0;  // a real program has an MPI_Comm; only the engine `distribute` looks at it
  gusset::cluster::use_communicator(communicator);
  gusset::Runtime runtime;
  const gusset::TaskType greet("greet");
  runtime.submit(greet(), [] { std::puts("hello"); });
  runtime.wait();
}
