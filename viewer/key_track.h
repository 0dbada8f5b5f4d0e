#pragma once

#include <thew/data.h>
#include <thew/model.h>

namespace thew::viewer {

/// Whether the keyframes of a model are a track: at least two, with controls, at later and later
/// times.
bool is_key_track(const Model& model);

/// Controls on the way from one keyframe to the next, smoothly; from the last one it goes on with
/// the first.
void follow_key_track(const Model& model, Data& data);

}  // namespace thew::viewer
