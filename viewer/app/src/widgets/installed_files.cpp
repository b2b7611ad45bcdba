#include "gusset/viewer/app/widgets/installed_files.hpp"

#include <QCoreApplication>
#include <QDir>
#include <QFileInfo>
#include <QStandardPaths>

namespace gusset::viewer {

QString installed_folder() {
  return QDir::cleanPath(QDir(QCoreApplication::applicationDirPath()).filePath(GUSSET_SHARE_FOLDER));
}

QString installed_file(const QString& relative) {
  const QFileInfo file(QDir(installed_folder()).filePath(relative));
  return file.exists() ? file.canonicalFilePath() : QString();
}

QString gusset_command() {
  const QFileInfo beside(QDir(QCoreApplication::applicationDirPath()).filePath("gusset"));
  if (beside.isExecutable() && beside.isFile()) return beside.filePath();
  return QStandardPaths::findExecutable("gusset");
}

}  // namespace gusset::viewer
