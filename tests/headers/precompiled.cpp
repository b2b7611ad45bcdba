// Precompiled headers need a source file: see gusset_precompiled in GussetModule.cmake.
