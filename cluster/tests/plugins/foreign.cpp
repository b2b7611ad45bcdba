// A library that is no plug-in.
extern "C" int gusset_test_foreign_library() {
  return 1;
}
