#pragma once

// Stages that many models have nothing for. One comparison decides whether they are called, so that
// such models pay nothing for them; bench/idle.cc measures it.

#include <algorithm>

#include <thew/stages.h>

#include "constraint/metric.h"
#include "deformable/tangent.h"
#include "model/sheets.h"
#include "model/timer.h"
#include "pipeline/keep_apart.h"
#include "pipeline/project.h"

namespace thew::optional {

template <class T>
void flex_position(const Model& m, BasicData<T>& d) {
  if (m.nflex > 0) deformable::position(m, d);
}

template <class T>
void flex_velocity(const Model& m, BasicData<T>& d) {
  if (m.nflex > 0) deformable::velocity(m, d);
}

template <class T>
void accelerate_flexes(const Model& m, BasicData<T>& d, Workspace<T>& w) {
  if constexpr (kLanes<T> == 1) {
    if (m.nflex > 0 && deformable::has_tangents(m)) constraint::accelerate_in_metric(m, d, w);
  }
}

template <class T>
void project_flexes(const Model& m, BasicData<T>& d, Workspace<T>& w) {
  if constexpr (kLanes<T> == 1) {
    if (m.nxpbdrun > 0) project_positions(m, d, w);
  }
}

/// The acceleration of a step that keeps sheets apart, and what sensors measure with it.
template <class T>
void keep_sheets_apart(const Model& m, BasicData<T>& d, Workspace<T>& w) {
  if constexpr (kLanes<T> == 1) {
    if (!model::keeps_apart(m)) return;
    timed(d, Timer::Constraint, [&] { keep_apart(m, d, w); });
    d.flg_rnepost = false;
    if (m.nsensor > 0) sense_acceleration(m, d, w);
  }
}

template <class T>
void tendon_position(const Model& m, BasicData<T>& d, Workspace<T>& w) {
  if (m.ntendon > 0) tendon::position(m, d, w);
}

template <class T>
void tendon_velocity(const Model& m, BasicData<T>& d) {
  if (m.ntendon > 0) tendon::velocity(m, d);
}

template <class T>
void add_armature_bias(const Model& m, BasicData<T>& d) {
  if (m.ntendon > 0) tendon::add_armature_bias(m, d, d.qfrc_bias.data());
}

template <class T>
void transmission(const Model& m, BasicData<T>& d, Workspace<T>& w) {
  if (m.nactuator > 0) actuation::transmission(m, d, w);
}

template <class T>
void actuator_velocity(const Model& m, BasicData<T>& d) {
  if (m.nactuator > 0) actuation::velocity(m, d);
}

template <class T>
void actuation(const Model& m, BasicData<T>& d) {
  if (m.nactuator > 0) return actuation::actuation(m, d);
  std::fill(d.qfrc_actuator.begin(), d.qfrc_actuator.end(), T(0));
}

template <class T>
void sense_position(const Model& m, BasicData<T>& d, Workspace<T>& w) {
  if (m.nsensor > 0) sensor::position(m, d, w);
}

template <class T>
void sense_velocity(const Model& m, BasicData<T>& d, Workspace<T>& w) {
  if (m.nsensor > 0) sensor::velocity(m, d, w);
}

template <class T>
void remember(const Model& m, BasicData<T>& d) {
  if (m.nhistory > 0) sensor::remember(m, d);
}

}  // namespace thew::optional
