// What a session shows to whom, and when.
#include <algorithm>
#include <cstring>

#include "forces.h"
#include "picture.h"
#include "session.h"

namespace thew::viewer {

namespace {

float narrow(double value) {
  return static_cast<float>(value);
}

bool same_view(const Client& a, const Client& b) {
  return std::memcmp(&a.option, &b.option, sizeof a.option) == 0 && a.ghost == b.ghost &&
         a.selected_body == b.selected_body && a.cones == b.cones && a.forces == b.forces;
}

}  // namespace

scene::Perturb Session::held(const Client& client) {
  const World& world = player_->shown();
  if (world.push().active()) return perturb_of(world.model(), world.data(), world.push());
  scene::Perturb held;
  held.select = client.selected_body;
  return held;
}

std::shared_ptr<const Picture> Session::picture(const Client& client) {
  if (!options_.passive) player_->refresh_shown();
  auto made = std::make_shared<Picture>();
  const scene::Perturb perturb = held(client);
  std::vector<scene::Geom> extra = extra_;
  const World& shown = player_->shown();
  if (client.cones) add_cones(shown.model(), shown.data(), extra);
  if (client.forces) add_constraint_forces(shown.model(), shown.data(), extra);
  if (client.ghost) add_ghost(client.option, *made);
  // The present last: whoever picks something sees the scene as it leaves it.
  draw(shown, client.option, &perturb, extra, *scene_, *made);
  return made;
}

void Session::add_ghost(const scene::Option& option, Picture& picture) {
  const World* past = player_->ghost_shown();
  const Data* ghost = ghost_ ? &*ghost_ : past != nullptr ? &past->data() : nullptr;
  const Model& model = past != nullptr ? past->model() : player_->shown().model();
  if (ghost != nullptr) draw_ghost(model, *ghost, option, *scene_, picture);
}

Frame Session::frame_for(Client& client, std::shared_ptr<const Picture> picture, double now) {
  World& world = player_->shown();
  Frame frame;
  frame.flags = (player_->paused() ? Frame::kPaused : 0u) |
                (player_->shows_past() ? Frame::kPast : 0u) |
                (picture->ghost.empty() ? 0u : Frame::kGhost) | (client.begin ? Frame::kBegin : 0u);
  frame.time = world.data().time;
  frame.step = static_cast<double>(world.step());
  frame.factor = narrow(player_->pace().factor(now));
  const int track = client.track >= 0 && client.track < world.model().nbody ? client.track : 0;
  for (int i = 0; i < 3; ++i) {
    frame.centre[static_cast<std::size_t>(i)] =
        narrow(track > 0 ? world.data().subtree_com.row(track)[i] : world.model().stat.center[i]);
  }
  frame.picture = std::move(picture);
  if (opened_ < 0) frame.crowd = crowd_;
  frame.samples = client.plots.take();
  for (const FieldRef* field : client.watched) {
    const FieldView view = field->view(world.model(), world.data());
    std::vector<float>& values = frame.watched.emplace_back();
    for (std::int64_t i = 0; i < view.rows * view.columns; ++i) {
      values.push_back(narrow(field->read(view, i)));
    }
  }
  return frame;
}

void Session::send_frames(double now) {
  if (!changed_) {
    const bool anybody =
        std::any_of(clients_.begin(), clients_.end(), [](const auto& c) { return c.second.begin; });
    if (!anybody) return;
  }
  bool all = true;  // everybody has the present
  std::vector<std::pair<const Client*, std::shared_ptr<const Picture>>> made;
  for (auto& [id, client] : clients_) {
    if (client.last_frame >= 0 && now - client.last_frame < 1 / client.rate - 1e-3) {
      all = false;
      continue;
    }
    if (!client.is_ready()) {
      all = false;
      if (now - client.last_skip < 1 / client.rate) continue;
      ++client.skipped;
      client.last_skip = now;
      continue;
    }
    std::shared_ptr<const Picture> shared;
    for (const auto& [other, its] : made) {
      if (same_view(*other, client)) shared = its;
    }
    if (!shared) {
      shared = picture(client);
      made.emplace_back(&client, shared);
    }
    outbox_.frame(id, frame_for(client, shared, now));
    client.begin = false;
    client.last_frame = now;
    ++client.sent;
  }
  // A client that was too slow gets the last state when it is ready.
  if (all) changed_ = false;
}

}  // namespace thew::viewer
