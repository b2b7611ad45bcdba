# Included after project() by `scripts/test alone`, which checks that each file compiles by itself and needs no objects.
add_compile_options(-fsyntax-only)
