#pragma once

#include <map>
#include <string>
#include <string_view>

#include <gtest/gtest.h>

#include <thew/error.h>
#include <thew/load.h>
#include <thew/spec.h>

#include "io/read.h"

namespace thew::io {

/// Reads a text; the test fails where it is refused.
inline spec::Spec read(std::string_view xml, const LoadOptions& options = {}) {
  try {
    return read_text(xml, options, "test.xml");
  } catch (const Error& error) {
    ADD_FAILURE() << error.what() << "\n" << xml;
    return {};
  }
}

/// Reads a text that must be refused, and gives the error.
inline Error refused(std::string_view xml, const LoadOptions& options = {}) {
  try {
    read_text(xml, options, "test.xml");
  } catch (const Error& error) {
    return error;
  }
  ADD_FAILURE() << "accepted: " << xml.substr(0, 500);
  return Error({}, "accepted");
}

/// Loads a text, compiler included, that must be refused.
inline Error refused_model(std::string_view xml, const LoadOptions& options = {}) {
  try {
    load_string(xml, options, "test.xml");
  } catch (const Error& error) {
    return error;
  }
  ADD_FAILURE() << "accepted: " << xml.substr(0, 500);
  return Error({}, "accepted");
}

inline LoadOptions ignoring() {
  LoadOptions options;
  options.ignore_unsupported = true;
  return options;
}

inline LoadOptions with_files(std::map<std::string, std::string> files) {
  LoadOptions options;
  options.assets = std::move(files);
  return options;
}

/// A model around the contents of the world.
inline std::string world(const std::string& contents, const std::string& rest = "") {
  return "<mujoco>" + rest + "<worldbody>" + contents + "</worldbody></mujoco>";
}

#define EXPECT_CONTAINS(text, part) \
  EXPECT_NE(std::string(text).find(part), std::string::npos) << (text)

}  // namespace thew::io
