// Symbols of cameras: a box with a lens, and the pyramid that they see.

#include <algorithm>
#include <cmath>

#include "scene/around_point.h"
#include "scene/shapes.h"

namespace thew::scene {

using namespace math;

namespace {

/// Extents of the view at some distance.
struct Extents {
  double left, right, up, down;
};

// At the near plane; that of a window of the shape of the camera's image.
Extents extents_of(const Model& m, int i, double near) {
  const int* pixels = m.cam_resolution.row(i);
  const float* size = m.cam_sensorsize.row(i);
  const float* lens = m.cam_intrinsic.row(i);
  const double fovy = m.cam_fovy.values()[i], aspect = double(pixels[0]) / pixels[1];
  const bool parallel = m.cam_projection[i] == static_cast<int>(Projection::Orthographic);
  if (!parallel && size[0] != 0 && size[1] != 0) {
    return {near / lens[0] * (size[0] / 2 - lens[2]), near / lens[0] * (size[0] / 2 + lens[2]),
            near / lens[1] * (size[1] / 2 - lens[3]), near / lens[1] * (size[1] / 2 + lens[3])};
  }
  const double half = parallel ? fovy / 2 : near * std::tan(fovy * kDegree / 2);
  return {half * aspect, half * aspect, half, half};
}

// Lower left, lower right, upper right, upper left corner of the view at a distance.
void find_corners(const Data& d, int camera, const Extents& e, double distance, Vector* corners) {
  const Matrix mat = load9(d.cam_xmat.row(camera));
  const Vector middle = axpy(-distance, mat.column_z(), load3(d.cam_xpos.row(camera)));
  const double x[4] = {-e.left, e.right, e.right, -e.left}, y[4] = {-e.up, -e.up, e.down, e.down};
  for (int i = 0; i < 4; ++i) corners[i] = middle + mat.column_x() * x[i] + mat.column_y() * y[i];
}

void add_frustum(Shapes& shapes, int i) {
  constexpr double kLine = 3;  // pixels
  const Model& m = shapes.m;
  const double near = m.vis.map.znear * m.stat.extent;
  double far = m.vis.scale.frustum * shapes.size;
  Extents e = extents_of(m, i, near);
  Vector front[4], back[4];
  find_corners(shapes.d, i, e, near, front);
  if (m.cam_projection[i] == static_cast<int>(Projection::Orthographic)) {
    far = (e.left + e.up) / 2;
  } else {
    const double grown = far / near;
    e = {e.left * grown, e.right * grown, e.up * grown, e.down * grown};
  }
  find_corners(shapes.d, i, e, far, back);
  const float* rgba = m.vis.rgba.frustum;
  const auto line = [&](const Vector& from, const Vector& to) {
    add_connector(shapes, GeomType::Line, kLine, from, to, rgba, ObjectType::Camera, i);
  };
  for (int k = 0; k < 4; ++k) {
    const int next = (k + 1) % 4;
    add_triangle(shapes, front[k], back[k], front[next], rgba, ObjectType::Camera, i);
    add_triangle(shapes, back[k], back[next], front[next], rgba, ObjectType::Camera, i);
    line(front[k], front[next]);
    line(back[k], back[next]);
    line(front[k], back[k]);
  }
}

void add_symbol(Shapes& shapes, int i, const float* rgba) {
  const double size = shapes.size * shapes.m.vis.scale.camera;
  const double* mat = shapes.d.cam_xmat.row(i);
  const double body[3] = {size, 0.8 * size, 0.4 * size}, lens[2] = {0.4 * size, 0.3 * size};
  Geom geom = begin_decor(ObjectType::Camera, i);
  set_shape(geom, GeomType::Box, body, shapes.d.cam_xpos.row(i), mat);
  set_rgba(geom, rgba);
  if (shapes.labels(LabelType::Camera)) set_label(shapes, geom, ObjectType::Camera, i);
  shapes.add(geom);

  geom = begin_decor(ObjectType::Camera, i);
  geom.type = static_cast<int>(GeomType::Cylinder);
  geom.size[0] = geom.size[1] = static_cast<float>(lens[0]);
  geom.size[2] = static_cast<float>(lens[1]);
  set_mat(geom, load9(mat));
  set_pos(geom, axpy(-0.6 * size, load9(mat).column_z(), load3(shapes.d.cam_xpos.row(i))));
  const float dark[4] = {0.5F * rgba[0], 0.5F * rgba[1], 0.5F * rgba[2], rgba[3]};
  set_rgba(geom, dark);
  shapes.add(geom);
}

}  // namespace

void add_cameras(Shapes& shapes) {
  const Model& m = shapes.m;
  if (!shapes.shows(VisFlag::Camera)) return;
  for (int i = 0; i < m.ncam; ++i) {
    float rgba[4];
    std::copy_n(m.vis.rgba.camera, 4, rgba);
    const int* pixels = m.cam_resolution.row(i);
    if (pixels[0] > 1 || pixels[1] > 1) {
      rgba[3] = 0.3F;  // the camera does not hide what it sees
      add_frustum(shapes, i);
    }
    add_symbol(shapes, i, rgba);
    if (shapes.frames(FrameLabel::Camera)) {
      add_frame(shapes, i, load3(shapes.d.cam_xpos.row(i)), load9(shapes.d.cam_xmat.row(i)));
    }
  }
}

}  // namespace thew::scene
