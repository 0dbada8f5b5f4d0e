#include "picture_file.h"

#include <cerrno>
#include <csignal>
#include <cstdlib>
#include <cstring>
#include <filesystem>
#include <lodepng.h>
#include <spawn.h>
#include <unistd.h>
#include <vector>

#include <fmt/format.h>
#include <sys/wait.h>

#include "output.h"

namespace thew::cli {

namespace fs = std::filesystem;

namespace {

void write_png(const std::string& path, std::span<const std::uint8_t> rgb,
               const PictureSize& size) {
  const unsigned fault = lodepng::encode(path, rgb.data(), static_cast<unsigned>(size.width),
                                         static_cast<unsigned>(size.height), LCT_RGB, 8);
  if (fault != 0)
    throw Error({path, 0, 0, ""}, fmt::format("cannot write: {}", lodepng_error_text(fault)));
}

class Png : public PictureFile {
 public:
  Png(std::string path, const PictureSize& size) : path_(std::move(path)), size_(size) {}
  void add(std::span<const std::uint8_t> rgb) override { write_png(path_, rgb, size_); }

 private:
  std::string path_;
  PictureSize size_;
};

class Folder : public PictureFile {
 public:
  Folder(const std::string& path, const PictureSize& size) : path_(path), size_(size) {
    std::error_code fault;
    fs::create_directories(path_, fault);
    if (fault) throw Error({path, 0, 0, ""}, "cannot make the folder: " + fault.message());
  }
  void add(std::span<const std::uint8_t> rgb) override {
    write_png((path_ / fmt::format("frame_{:05}.png", ++count_)).string(), rgb, size_);
  }

 private:
  fs::path path_;
  PictureSize size_;
  int count_ = 0;
};

// The path of a program, or "".
std::string find_program(const std::string& name) {
  const char* path = std::getenv("PATH");
  std::string folders = path == nullptr ? "" : path;
  for (std::size_t begin = 0; begin <= folders.size();) {
    const std::size_t end = std::min(folders.find(':', begin), folders.size());
    const std::string candidate = folders.substr(begin, end - begin) + "/" + name;
    if (access(candidate.c_str(), X_OK) == 0) return candidate;
    begin = end + 1;
  }
  return "";
}

// Pipes frames to ffmpeg.
class Video : public PictureFile {
 public:
  Video(const std::string& path, const PictureSize& size, double fps) : path_(path) {
    const std::string program = find_program("ffmpeg");
    if (program.empty()) {
      throw Error({path, 0, 0, ""},
                  "videos are written by the program ffmpeg, which is not on the PATH",
                  "install ffmpeg, or write single pictures: -o frames/");
    }
    std::signal(SIGPIPE, SIG_IGN);  // ffmpeg may end early; writing tells
    start(program, size, fps);
  }
  ~Video() override {
    if (pipe_ >= 0) close(pipe_);
    if (process_ > 0) waitpid(process_, nullptr, 0);
  }

  void add(std::span<const std::uint8_t> rgb) override {
    while (!rgb.empty()) {
      const ssize_t written = write(pipe_, rgb.data(), rgb.size());
      if (written < 0 && errno == EINTR) continue;
      if (written <= 0) fail();
      rgb = rgb.subspan(static_cast<std::size_t>(written));
    }
  }

  void finish() override {
    close(std::exchange(pipe_, -1));
    int status = 0;
    waitpid(std::exchange(process_, 0), &status, 0);
    if (!WIFEXITED(status) || WEXITSTATUS(status) != 0) fail();
  }

 private:
  [[noreturn]] void fail() const {
    throw Error({path_, 0, 0, ""}, "ffmpeg could not write the video", "its words are above");
  }

  void start(const std::string& program, const PictureSize& size, double fps) {
    std::vector<std::string> words = {program,    "-loglevel",
                                      "error",    "-y",
                                      "-f",       "rawvideo",
                                      "-pix_fmt", "rgb24",
                                      "-s",       fmt::format("{}x{}", size.width, size.height),
                                      "-r",       fmt::format("{}", fps),
                                      "-i",       "-"};
    // Players want an even number of pixels and this way of keeping colours.
    words.insert(words.end(),
                 {"-vf", "pad=ceil(iw/2)*2:ceil(ih/2)*2", "-pix_fmt", "yuv420p", "file:" + path_});
    std::vector<char*> arguments;
    for (std::string& word : words) arguments.push_back(word.data());
    arguments.push_back(nullptr);
    int ends[2];
    if (pipe(ends) != 0) throw Error({path_, 0, 0, ""}, std::strerror(errno));
    posix_spawn_file_actions_t actions;
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, ends[0], STDIN_FILENO);
    posix_spawn_file_actions_addclose(&actions, ends[1]);
    const int fault =
        posix_spawn(&process_, program.c_str(), &actions, nullptr, arguments.data(), environ);
    posix_spawn_file_actions_destroy(&actions);
    close(ends[0]);
    pipe_ = ends[1];
    if (fault == 0) return;
    process_ = 0;
    throw Error({path_, 0, 0, ""},
                fmt::format("cannot start {}: {}", program, std::strerror(fault)));
  }

  std::string path_;
  int pipe_ = -1;
  pid_t process_ = 0;
};

std::string ending(const std::string& path) {
  std::string text = fs::path(path).extension().string();
  for (char& c : text) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return text;
}

}  // namespace

bool is_folder(const std::string& path) {
  return path.ends_with('/') || fs::is_directory(path) || (ending(path).empty() && !path.empty());
}

bool is_video(const std::string& path) {
  const std::string e = ending(path);
  return !is_folder(path) && (e == ".mp4" || e == ".webm" || e == ".mkv" || e == ".gif");
}

void check_picture_path(const std::string& path) {
  if (is_folder(path) || is_video(path) || ending(path) == ".png") return;
  throw UsageError(fmt::format("--output: no kind of picture ends in \"{}\"", ending(path)),
                   "out.png, a video out.mp4 (.webm, .mkv, .gif), or a folder frames/");
}

std::unique_ptr<PictureFile> open_picture_file(const std::string& path, const PictureSize& size,
                                               double fps) {
  check_picture_path(path);
  if (is_folder(path)) return std::make_unique<Folder>(path, size);
  if (is_video(path)) return std::make_unique<Video>(path, size, fps);
  return std::make_unique<Png>(path, size);
}

}  // namespace thew::cli
