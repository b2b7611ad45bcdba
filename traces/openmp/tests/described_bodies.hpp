#pragma once

namespace gusset::ompt {

// Functions for the tests of names, which are built so that debugging information describes their calls.
void calls_one(double* data);
void calls_a_template(double* data);
void calls_an_inlined_function(double* data);
void calls_the_library_too(double* data);
void calls_only_the_library(double* data);
void clears_in_a_loop(double* data);
void calls_two(double* data);
void calls_none(double* data);
void calls_through_a_pointer(double* data);
void calls_one_and_through_a_pointer(double* data);

}  // namespace gusset::ompt
