#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>

namespace thew::cli {

/// Where pictures go: one PNG, a folder of numbered ones, or a video.
class PictureFile {
 public:
  virtual ~PictureFile() = default;
  /// Takes a picture: red, green and blue of each pixel, row by row from the top.
  virtual void add(std::span<const std::uint8_t> rgb) = 0;
  /// Completes the file. Throws Error where that fails.
  virtual void finish() {}
};

struct PictureSize {
  int width = 640, height = 480;
};

/// Whether a path means a video, or a folder.
bool is_video(const std::string& path);
bool is_folder(const std::string& path);

/// Throws UsageError for a path whose ending is unknown.
void check_picture_path(const std::string& path);

/// By the ending of the path. Throws Error where a video is asked for and `ffmpeg` is not
/// installed.
std::unique_ptr<PictureFile> open_picture_file(const std::string& path, const PictureSize& size,
                                               double fps);

}  // namespace thew::cli
