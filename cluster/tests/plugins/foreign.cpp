// A library that is not a plug-in.
extern "C" int gusset_test_foreign_library() {
  return 1;
}
