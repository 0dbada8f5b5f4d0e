#pragma once

// Who wants to see how contacts of distance fields are searched: viewers. Searches do not depend on
// it.

#include "collision/shape.h"

namespace thew::collision {

class FieldWatcher {
 public:
  virtual ~FieldWatcher() = default;
  /// These geoms are tested next; the second one is the field.
  virtual void meet(int, int) {}
  /// A search in the field begins.
  virtual void begin() {}
  /// It begins at another point.
  virtual void start() {}
  /// It asks for the gradient of the field, or where that is one too of the other shape, at a point
  /// in its frame.
  virtual void sample(bool, const Vec3<double>&) {}
  /// It visits a node of the tree of boxes of a mesh.
  virtual void visit(const MeshView&, int) {}
};

/// Who watches the searches of this thread, or nullptr.
inline thread_local FieldWatcher* field_watcher = nullptr;

/// Watches the searches of this thread as long as it lives.
class Watching {
 public:
  explicit Watching(FieldWatcher& watcher) : before_(field_watcher) { field_watcher = &watcher; }
  ~Watching() { field_watcher = before_; }
  Watching(const Watching&) = delete;
  Watching& operator=(const Watching&) = delete;

 private:
  FieldWatcher* before_;
};

}  // namespace thew::collision
