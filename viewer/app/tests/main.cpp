#include <gtest/gtest.h>

#include <QApplication>
#include <QSurfaceFormat>

#include "scratch_folder.hpp"

#ifdef __SANITIZE_ADDRESS__
// Qt's libraries keep some memory for the life of the process; that is not our leak.
extern "C" const char* __lsan_default_suppressions();
extern "C" const char* __lsan_default_suppressions() {
  return "leak:libdbus-1.so\nleak:libfontconfig.so";
}
#endif

// Widgets need an application. Without a chosen platform, the tests run without a display.
int main(int argc, char** argv) {
  ::testing::InitGoogleTest(&argc, argv);
  const gusset::testing::ScratchFolder folder;
  if (qEnvironmentVariableIsEmpty("QT_QPA_PLATFORM")) qputenv("QT_QPA_PLATFORM", "offscreen");
  QSurfaceFormat format;
  format.setVersion(3, 3);
  format.setProfile(QSurfaceFormat::CoreProfile);
  QSurfaceFormat::setDefaultFormat(format);
  QApplication::setAttribute(Qt::AA_ShareOpenGLContexts);
  QApplication application(argc, argv);
  return RUN_ALL_TESTS();
}
