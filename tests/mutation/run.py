#!/usr/bin/env python3
"""Breaks the kernels, touching_point.cpp, the moving broadphase and World on purpose, one line at a time, and sees whether a
test notices.

run.py [--work FOLDER] [--only NAME,...] [--check]

Each mutation is built in a copy of the working tree (scalar and SSE4.2, which all sets share their code with) and given to the
tests that promise what it breaks; golden hashes are not among them. Ends with the score; 1 where a mutant lives. --check builds nothing: it
only looks whether the line of each mutation is there, once.
"""

import argparse
import os
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from typing import NamedTuple

SOURCE = Path(__file__).resolve().parents[2]
KERNELS = "src/simd/kernels/"
TOUCHING = "src/narrowphase/touching_point.cpp"
BROADPHASE = "src/broadphase/moving/"
WORLD = "src/world/"
CRASHES = (signal.SIGSEGV, signal.SIGBUS, signal.SIGFPE, signal.SIGILL, signal.SIGABRT)  # which notice a mutant too


class Mutation(NamedTuple):
    name: str
    file: str  # a kernel, or a path from the root
    old: str  # once in the file
    new: str
    program: str
    tests: str


MUTATIONS = [
    Mutation("sat_edge_distance_sign", "pair_axes.hpp", "t[i2] * r[i1][j] - t[i1] * r[i2][j]",
             "t[i2] * r[i1][j] + t[i1] * r[i2][j]", "property", "Regimes/PairOracle.Errors*"),
    Mutation("sat_edge_radius_index", "pair_axes.hpp", "a.half[i1] * abs_r[i2][j] + a.half[i2] * abs_r[i1][j]",
             "a.half[i1] * abs_r[i1][j] + a.half[i2] * abs_r[i2][j]", "property", "Regimes/PairOracle.Errors*"),
    Mutation("sat_cofactor_sign", "pair_axes.hpp", "r[i1][j1] * r[i2][j2] - r[i1][j2] * r[i2][j1]",
             "r[i1][j1] * r[i2][j2] + r[i1][j2] * r[i2][j1]", "property", "Regimes/PairOracle.Errors*"),
    Mutation("sat_usual_radius_instead_of_cofactors", "pair_axes.hpp",
             "b.half[j1] * abs_cofactor[j2] + b.half[j2] * abs_cofactor[j1]",
             "(b.half[j1] * abs_r[i][j2] + b.half[j2] * abs_r[i][j1]) + L::broadcast(0.0F) * abs_cofactor[0]", "property",
             "Regimes/PairOracle.Errors*"),
    Mutation("sat_last_face_of_b_left_out", "pair_axes.hpp",
             "for (int j = 0; j < 3; ++j) {\n        const Float radius_a = (abs_r[0][j]",
             "for (int j = 0; j < 2; ++j) {\n        const Float radius_a = (abs_r[0][j]", "property",
             "Regimes/PairOracle.Errors*"),
    Mutation("sat_open_is_closed", "pair_axes.hpp", "return kOpen ? typename L::Uint(bits - L::broadcast(1U)) | bits : bits;",
             "return bits;", "kernel", "*BoundaryTest*"),
    Mutation("bounds_slack_left_out", "bounds.hpp", "kBoundsSlack = 16 * __FLT_EPSILON__", "kBoundsSlack = 0 * __FLT_EPSILON__",
             "unit", "*AabbTest*"),
    Mutation("bounds_not_one_float_further", "bounds.hpp", "hi = next_up<L>(r + center);", "hi = r + center;", "unit",
             "*AabbTest*:AabbOfOneBox*"),
    Mutation("sweep_start_flags_joined_by_or", "sweep.hpp", "const auto flags = missing & box.missing;",
             "const auto flags = missing | box.missing;", "property", "Kinds/Broadphase.*"),
    Mutation("one_column_without_the_second_set", "src/broadphase/columns/one_column.hpp",
             "begin_[kGuest] = begin_[kNativeOther] = bounds.set_size[0];",
             "begin_[kGuest] = begin_[kNativeOther] = bounds.count();", "property", "Kinds/Broadphase.*"),
    Mutation("sweep_cross_axis_sign", "sweep.hpp", "return box.hi[c] - lo(c);", "return lo(c) - box.hi[c];", "property",
             "Kinds/Broadphase.*"),
    Mutation("sweep_meets_a_box_itself", "sweep.hpp", "(i < inner ? 1U : 0U)", "(i <= inner ? 1U : 0U)", "kernel",
             "*SweepKernel*"),
    Mutation("sweep_tile_as_far_as_its_first_box", "sweep.hpp", "reach < place.hi(0)[i] ? place.hi(0)[i] : reach", "reach",
             "property", "Kinds/Broadphase.*"),
    Mutation("sweep_goes_no_further_than_a_tile", "sweep.hpp", "far = j == far_begin && *inner.lo(0) <= reach;",
             "far = false;", "kernel", "*SweepKernel*"),
    Mutation("sweep_into_a_full_buffer", "sweep.hpp", "bool room = n < capacity,", "bool room = true,", "kernel",
             "*SweepKernel*"),
    Mutation("sweep_lanes_before_the_start", "sweep.hpp", "std::uint32_t live = ~0U << before;",
             "std::uint32_t live = ~0U;", "property", "Kinds/Broadphase.*"),
    Mutation("sweep_ties_twice", "sweep.hpp", "kTies ? *inner.at(start).lo(0) < lo : *inner.at(start).lo(0) <= lo",
             "*inner.at(start).lo(0) < lo", "property", "Kinds/Broadphase.*"),
    Mutation("sweep_one_block_only", "sweep.hpp", "while (within == kAllLanes<L>);", "while (false);", "kernel",
             "*SweepKernel*"),
    Mutation("bonds_told_changed_or_not", "changes.hpp", "L::sign_bits(apart ^ L::loadu(before))", "L::sign_bits(apart)", "kernel",
             "*JudgeBondsKernel*"),
    Mutation("bonds_behind_the_last_judged", "changes.hpp", "(kAllLanes<L> >> (L::width - 1 - last))", "kAllLanes<L>", "kernel",
             "*JudgeBondsKernel*"),
    Mutation("bonds_of_marked_boxes_judged", "changes.hpp", "& ~L::sign_bits(left_out) ", "& ~(0U * L::sign_bits(left_out)) ",
             "kernel", "*JudgeBondsKernel*"),
    Mutation("bonds_of_two_static_boxes_are_pairs", "changes.hpp", "L::as_uint(a[6]) & L::as_uint(b[6])", "L::broadcast(0U)",
             "kernel", "*JudgeBondsKernel*"),
    Mutation("bonds_judged_one_by_one_still_listed", BROADPHASE + "update.cpp", "state.boxes.unlist(bond.first);",
             "static_cast<void>(bond);", "property", "StandingBounds.*:Regimes/MovingWorld.*"),
    Mutation("bonds_of_leavers_still_listed", BROADPHASE + "update.cpp", "if (is_to_unlist(state, id)) state.boxes.unlist(id);", "", "property",
             "StandingBounds.*:Regimes/MovingWorld.*"),
    Mutation("another_motion_type_within_standing_bounds", BROADPHASE + "update.cpp",
             " && !state.boxes.changed_motion(id)", "", "property", "Regimes/MovingWorld.*"),
    Mutation("bonds_that_leavers_leave_stay", BROADPHASE + "update.cpp", "if (is != was) out.add(id, next, is);",
             "if (is != was && is != Bond::none) out.add(id, next, is);", "property", "Regimes/MovingWorld.*"),
    Mutation("leavers_of_an_update_leave_in_the_next", BROADPHASE + "update.cpp", "state.leavers.clear(changed.leavers);", "",
             "property", "Regimes/MovingWorld.*"),
    Mutation("no_room_for_what_a_list_holds", BROADPHASE + "near_table.cpp",
             "std::uint32_t most = list.count;", "std::uint32_t most = 0;", "robustness", "BroadphaseMemory.*"),
    Mutation("bond_of_two_movers_judged_by_neither", BROADPHASE + "changed_bonds.cpp",
             "(other < id && state.movers.has(other))", "state.movers.has(other)", "property",
             "Regimes/MovingWorld.*"),
    Mutation("bond_of_a_stray_with_itself", BROADPHASE + "changed_bonds.cpp", "add(other, other != id)", "add(other, true)",
             "property", "Regimes/MovingWorld.*"),
    Mutation("bonds_with_boxes_that_have_left", BROADPHASE + "changed_bonds.cpp",
             "add(other, stands); }", "add(other, true); }", "property", "Regimes/MovingWorld.*"),
    Mutation("arrivals_not_sought_by_strays", BROADPHASE + "changed_bonds.cpp", "[&](std::uint32_t id) { add(id, true); }",
             "[&](std::uint32_t id) { add(id, false); }", "property", "Regimes/MovingWorld.*"),
    Mutation("entries_of_all_layers", BROADPHASE + "standing_bounds.hpp", "return boxes_[id].place == kInColumns + layer;",
             "return in_columns(id) && layer < kMostLayers;", "property", "Regimes/MovingWorld.*"),
    Mutation("bonds_of_arrivals_listed", BROADPHASE + "update.cpp", "if (changed.bonds.empty() || arrives(bond.first))",
             "if (changed.bonds.empty())", "property", "StandingBounds.*"),
    Mutation("streams_left_where_they_were", BROADPHASE + "bounds_streams.hpp", "stream-- > 1 && kept != 0;",
             "stream-- > 5 && kept != 0;", "property", "Regimes/MovingWorld.*"),
    Mutation("columns_out_of_date_for_good", BROADPHASE + "stored_columns.cpp", "box_count_ += bounds.count();",
             "box_count_ = bounds.count();", "robustness", "BroadphaseMemory.*"),
    Mutation("standing_bounds_open_above", BROADPHASE + "standing_bounds.hpp",
             "static_cast<unsigned>(standing.hi[a] < box.hi[a])", "0U", "property", "Regimes/MovingWorld.*"),
    Mutation("stray_not_told_its_new_place", BROADPHASE + "standing_bounds.cpp", "        boxes_[last].place = place;\n",
             "", "property", "Regimes/MovingWorld.*"),
    Mutation("stray_not_where_it_has_gone", BROADPHASE + "standing_bounds.cpp", "        return write_stray(id);", "        return;",
             "property", "Regimes/MovingWorld.*"),
    Mutation("skin_for_any_speed", BROADPHASE + "choices.hpp", "beyond <= kCreep * skin ? skin : 0", "beyond >= 0 ? skin : 0",
             "property", "StandingBounds.*"),
    Mutation("last_stack_around_left_out", BROADPHASE + "stored_columns.hpp", "stack <= stack_of[cell_hi]",
             "stack <= stack_of[cell_lo]", "property", "Regimes/MovingWorld.*"),
    Mutation("standing_bounds_of_a_failed_update", BROADPHASE + "stored_columns.cpp", "if (state.stale) {", "if (false) {",
             "robustness", "SnapshotCopy.*"),
    Mutation("move_loses_one_of_two_moves", "moves.hpp", "L::loadu(args.ids + i + 1) - id - L::broadcast(1U)",
             "L::loadu(args.ids + i + 1) - id", "kernel", "*MoveBoxes*"),
    Mutation("gather_keeps_minus_zero", "columns.hpp", "entry[Dim + args.axis[c]] + L::broadcast(0.0F)",
             "entry[Dim + args.axis[c]]", "property", "Kinds/Broadphase.*"),
    Mutation("split_copies_behind_the_last", "columns.hpp", "(1U << (count - whole)) - 1)", "kAllLanes<L>)",
             "kernel", "*CopyKernels*"),
    Mutation("split_missing_flag_left_out", "columns.hpp", "copy | missing | (last << kCopyColumn)",
             "copy | (last << kCopyColumn)", "kernel", "*CopyKernels*"),
    Mutation("split_not_wide", "columns.hpp", "steps + L::broadcast(1U)", "steps + L::broadcast(2U)", "kernel",
             "*CopyKernels*"),
    Mutation("split_incomplete_vector_last", "columns.hpp", "if (whole != count) put_first(whole);",
             "if (whole != count && whole == 0) put_first(whole);", "kernel", "*CopyKernels*"),
    Mutation("low_digit_left_out", "sort.hpp", "scratch[low[(packed[i] >> 16) % kDigits]++] = packed[i]",
             "scratch[i] = packed[i]", "kernel", "*SortKernel*"),
    Mutation("sort_not_finished", "sort.hpp", "to > 0 && key", "to > i && key", "kernel", "*SortKernel*"),
    Mutation("axis_slack_without_extents", "axes.hpp", "L::broadcast(tolerance.slack) * scale.smaller",
             "L::broadcast(0.0F) * scale.smaller", "property", "Poses/RestingContact.*"),
    Mutation("edges_compared_without_the_share", "axes.hpp",
             "(overlap - L::broadcast(share) * L::max(overlap, L::broadcast(0.0F))) - lead", "(overlap + 0.0F * share) - lead",
             "property", "Poses/ContactOracle.*"),
    Mutation("near_part_without_what_the_offset_lost", "near_part.hpp", "extents[i]) + times_sign<L>(lost, along)",
             "extents[i]) - times_sign<L>(lost, along)", "property", "*UnevenContact*"),
    Mutation("near_part_reaches_too_little", "near_part.hpp", "kReach = 4", "kReach = 0.5F", "property", "*UnevenContact*"),
    Mutation("near_part_of_the_other_side", "near_part.hpp", "half * (far_part - near_part)", "half * (near_part - far_part)",
             "property", "*UnevenContact*"),
    Mutation("axis_normal_not_from_a_to_b", "axes.hpp", "row[c] = times_sign<L>(normal[c], along);", "row[c] = normal[c];",
             "property", "Poses/ContactOracle.*"),
    Mutation("face_height_sign", "face_manifold.hpp", "L::abs(along) - pair.hz", "L::abs(along) + pair.hz", "property",
             "Poses/ContactOracle.*"),
    Mutation("face_incident_from_behind", "face_manifold.hpp",
             "in_frame.center[c] - times_sign<L>(quad.axes[0][c], slope) * quad.half[0]",
             "in_frame.center[c] + times_sign<L>(quad.axes[0][c], slope) * quad.half[0]", "property",
             "Poses/ContactOracle.*"),
    Mutation("face_fourth_point_left_out", "manifold_points.hpp",
             "out.count = pick<L>(has_fourth, L::broadcast(4U), out.count);", "static_cast<void>(has_fourth);", "property",
             "Poses/ContactOracle.*"),
    Mutation("edge_parameter_sign", "edge_manifold.hpp", "together * s0 - from_b", "together * s0 + from_b", "property",
             "Poses/ContactOracle.*"),
    Mutation("rect_radius_axis", "rect_axes.hpp", "abs_r[i] * other.half[0] + abs_r[1 - i] * other.half[1]",
             "abs_r[1 - i] * other.half[0] + abs_r[i] * other.half[1]", "property", "Regimes/RectOracle.*"),
    Mutation("rect_incident_from_behind", "rect_contacts.hpp",
             "center[c] - times_sign<L>(L::select(second, axes[1][c], axes[0][c]), slope) * half",
             "center[c] + times_sign<L>(L::select(second, axes[1][c], axes[0][c]), slope) * half", "property",
             "Poses/RectContactOracle.*"),
    Mutation("touching_edges_sign", TOUCHING, "from_a * square_b - together * from_b", "from_a * square_b + together * from_b",
             "unit", "TouchingPoint.*"),
    Mutation("touching_edges_of_another_axis", TOUCHING, "(axis + 1 + s) % 3", "(axis + s) % 3", "unit", "TouchingPoint.*"),
    Mutation("ingest_rotation_sign", "ingest.hpp", "q[i] * q[k] - q[3] * q[j]", "q[i] * q[k] + q[3] * q[j]", "unit",
             "*BoxBatchTest*"),
    Mutation("ingest_of_the_longest_quaternions", "ingest.hpp",
             "L::max_id(L::broadcast(254U) - exponent, L::broadcast(1U))", "L::broadcast(254U) - exponent", "unit",
             "*BoxBatchTest*"),
    Mutation("direction_last_part_left_out", "direction.hpp", "{0x1.ap-41F, 0x1.84698ap-48F}", "{0x1.ap-41F}", "unit",
             "RectDirections.*"),
    Mutation("transform_legal_by_its_last_extent", "ingest.hpp", "legal = L::both(legal, L::either(thick, flat));",
             "legal = L::either(thick, flat);", "property", "*BatchTransform*"),
    Mutation("transform_right_angles_not_kept", "transform.hpp", "lack[i][j] = lack[j][i] = L::broadcast(0.5F)",
             "lack[i][j] = lack[j][i] = L::broadcast(0.0F)", "property", "*BatchTransform*"),
    Mutation("transform_centre_rounded_on_its_way", "transform.hpp", "return sum + rest;",
             "return sum + L::broadcast(0.0F) * rest;", "property", "BatchTransformOracle.*"),
    Mutation("corners_third_axis_sign", "corners.hpp", "(corner & 4) != 0", "(corner & 4) == 0", "unit", "Corners.*"),
    Mutation("shape_bounds_turned_back", "shapes.hpp", "pose.r[i][j] = box.axes[i][j]", "pose.r[i][j] = box.axes[j][i]",
             "property", "Kinds/ShapeOracle.*"),
    Mutation("shape_sphere_not_clamped", "shapes.hpp", "L::max(L::abs(local.at[i]) - box.half[i], L::broadcast(0.0F))",
             "L::abs(local.at[i]) - box.half[i]", "property", "Kinds/ShapeOracle.*"),
    Mutation("shape_plane_one_sided", "shapes.hpp", "L::le(L::abs(distance)", "L::le(distance", "property",
             "Kinds/ShapeOracle.*"),
    Mutation("shape_falling_ray_enters_below", "shapes.hpp", "with_sign<L>(L::abs(box.half[i]), direction.at[i])",
             "L::abs(box.half[i])", "property", "Kinds/ShapeOracle.*"),
    Mutation("shape_ray_in_a_face", "shapes.hpp", "const auto within = L::le", "const auto within = L::lt", "unit", "Shapes.*"),
    Mutation("convex_edge_sign", "convex.hpp", "corner[v].at[a] * edge.at[b] - corner[v].at[b] * edge.at[a]",
             "corner[v].at[a] * edge.at[b] + corner[v].at[b] * edge.at[a]", "property", "Kinds/ShapeOracle.*"),
    Mutation("convex_triangles_are_solid", "convex.hpp", "body.solid ? L::ge(box.half[0], zero) : L::lt(zero, zero)",
             "L::ge(box.half[0], zero)", "property", "Kinds/ShapeOracle.*"),
    Mutation("nearest_point_depth_of_any_face", "points.hpp", "depth = L::max(depth, reach - box.half[i])",
             "depth = reach - box.half[i]", "property", "ShapeQueryOracle.*"),
    Mutation("world_unwanted_pair_stays", WORLD + "step/pair_changes.cpp",
             "if (row != kNoRow && !(wanted && has_lasting)) going", "if (row != kNoRow && !has_lasting) going", "property",
             "Regimes/WorldTest.*"),
    Mutation("world_sensor_keeps_its_row", WORLD + "step/pair_changes.cpp",
             "return row != kNoRow && state.pairs[row].has(PairState::kSensor) == state.only_senses(state.pairs[row].pair);",
             "return row != kNoRow && state.pairs[row].pair.first != state.pairs[row].pair.second;", "unit", "WorldSensors.*"),
    Mutation("world_fresh_pairs_not_tested", WORLD + "step/pair_changes.cpp", "active.count = fresh_count;",
             "active.count = 0;", "property", "Regimes/WorldTest.*"),
    Mutation("world_pairs_of_the_lower_box_alone", WORLD + "step/pair_changes.cpp",
             "if (box < partner || !state.has(partner, kTouched))", "if (box < partner)", "property", "Regimes/WorldTest.*"),
    Mutation("world_going_pairs_tested", WORLD + "step/pair_changes.cpp", " && !pair.has(PairState::kGoing) && held",
             " && held", "property", "Regimes/WorldTest.*"),
    Mutation("world_undone_pairs_keep_their_slots", WORLD + "step/pair_changes.cpp",
             "if (pair.has(PairState::kFreshSlot)) pair.slot = kNoSlot;", "", "robustness", "TroubledWorld.*"),
    Mutation("world_contact_off_tells_of_changes", WORLD + "step/update.cpp",
             "pair.has(PairState::kTold) && !pair.has(PairState::kOff))", "pair.has(PairState::kTold))", "property",
             "Regimes/WorldTest.*"),
    Mutation("world_slot_of_a_lost_pair_kept", WORLD + "step/update.cpp",
             "free_slot(state, pair.slot);\n        state.pairs.remove", "state.pairs.remove", "property",
             "Regimes/WorldTest.*"),
    Mutation("world_end_of_a_lost_pair_untold", WORLD + "step/update.cpp",
             "if (pair.has(PairState::kTold)) state.ended[ended++] = state.contact_of(pair);\n        free_slot",
             "free_slot", "property", "Regimes/WorldTest.*"),
    Mutation("world_ends_of_a_failed_update_untold", WORLD + "step/update.cpp",
             "std::size_t begun = 0, changed = 0, ended = state.early_count;", "std::size_t begun = 0, changed = 0, ended = 0;",
             "robustness", "TroubledWorld.*"),
    Mutation("world_new_contact_has_an_old_payload", WORLD + "step/contact_step.cpp",
             "std::fill(payloads.begin(), payloads.end(), PointPayload{});", ";", "property", "Regimes/WorldTest.*"),
    Mutation("world_payloads_stay_where_they_are", WORLD + "step/contact_step.cpp", "if (same) return;",
             "if (same || last.point_count != 0) return;", "property", "Regimes/WorldTest.*"),
    Mutation("world_reach_of_the_first_box", WORLD + "step/contact_step.cpp",
             "(a.speculative_distance + b.speculative_distance)", "a.speculative_distance", "unit",
             "WorldSpeculativeDistance.*"),
    Mutation("world_bounds_without_the_reach", WORLD + "refresh.cpp", "half[0] + own", "half[0] + 0 * own", "unit",
             "WorldSpeculativeDistance.*"),
    Mutation("world_bounds_of_the_last_boxes_left", WORLD + "refresh.cpp", "body.shape = tile.records[i];",
             "if (i == 0) body.shape = tile.records[i];", "property", "Regimes/WorldTest.*"),
    Mutation("world_moved_box_sleeps_on", WORLD + "world.cpp",
             "state->flags[ids[i].index] &= static_cast<std::uint8_t>(~world::kSleeping);", "", "property",
             "Regimes/WorldTest.*"),
    Mutation("world_id_used_again", WORLD + "world.cpp", "state.generations[index] + 1 : 1;",
             "state.generations[index] : 1;", "property", "Regimes/WorldTest.*"),
    Mutation("world_ignored_pairs_of_destroyed_boxes", WORLD + "world.cpp", "        state.ignored.remove(index);\n", "",
             "property", "Regimes/WorldTest.*"),
    Mutation("world_tolerates_half_a_turn_more", WORLD + "motion_tolerance.hpp", "2 * sine * core", "sine * core", "unit",
             "WorldMotionTolerance.*"),
    Mutation("world_bounds_of_cores", WORLD + "refresh.cpp", "tile.radii[i] = bodies[boxes[i]].radius;", "tile.radii[i] = 0;", "unit",
             "WorldRadius.*"),
    Mutation("world_rounded_pairs_touch_by_axes", WORLD + "step/contact_step.cpp",
             "            else if (made[k].point_count == 0)\n                set_apart(pair);\n", "", "unit", "WorldRadius.*"),
    Mutation("world_rolling_capsule_named_by_edges", "src/narrowphase/rounded_contacts.cpp",
             "        name_ends(k, a, b, manifold);\n", "", "unit", "WorldRadius.*"),
    Mutation("seam_leads_out_of_the_other_side", "src/narrowphase/past_covered_sides.cpp", "along > least ? 1U : along < -least ? 2U : 0U",
             "along > least ? 2U : along < -least ? 1U : 0U", "property", "*RoundedSeam*"),
    Mutation("seam_looks_past_one_side", "src/narrowphase/past_covered_sides.cpp", "kMostRounds = 6", "kMostRounds = 1",
             "property", "*RoundedSeam*"),
    Mutation("seam_as_deep_as_the_longer_box", "src/narrowphase/past_covered_sides.cpp", "return SeamRule::turned;",
             "row.distance = found.distance;\n    return SeamRule::turned;", "property", "*RoundedSeam*"),
    Mutation("seam_of_a_world_is_an_edge", WORLD + "step/contact_step.cpp",
             "narrowphase::barred_sides(a.covered_sides, b.covered_sides)", "0", "property",
             "Regimes/WorldTest.EqualsItsModel/rounded*"),
    Mutation("query_ray_enters_only_the_first_part", "src/geometry/rounded_box.cpp", "k + 1 < crossings_.count", "k < 1", "property",
             "RoundedQuery.*"),
    Mutation("query_first_impact_forgets_the_distance", WORLD + "queries/first_impacts.cpp",
             "size + double{moving_.distance} + double{moving_.tolerance} +", "size +", "property", "*FirstImpact*"),
    Mutation("query_first_impact_of_the_higher_index", WORLD + "queries/first_impacts.cpp",
             "found.box.index < first_.box.index", "found.box.index > first_.box.index", "property", "*FirstImpact*"),
    Mutation("query_ray_leaves_after_the_first_part", "src/geometry/rounded_box.cpp",
             "std::size_t k = crossings_.count - 1; k-- > 0;", "std::size_t k = 0; k + 1 < crossings_.count; ++k", "property",
             "RoundedQuery.*"),
    Mutation("query_of_a_batch_looks_only_at_cores", "src/narrowphase/rounded_shapes.cpp", "from[i] + radii[begin + i]",
             "from[i] + 0 * radii[begin + i]", "property", "Rounded*"),
    Mutation("query_of_a_batch_finds_solids_inside_by_cores", "src/narrowphase/rounded_shapes.cpp",
             "!geometry::is_inside(rounded_box(args.boxes, radii_, i), input)", "false", "property", "RoundedShapeQuery.*"),
    Mutation("query_of_a_batch_changes_plain_boxes", "src/narrowphase/rounded_shapes.cpp", "reached[i] != 0 && radii[begin + i] != 0",
             "reached[i] != 0", "unit", "Radii.*"),
    Mutation("query_far_from_the_origin_loses_the_core", "src/geometry/rounded_box.cpp",
             "farthest(box.axes, box.half, -direction);",
             "(box.center + farthest(box.axes, box.half, -direction)) - box.center;", "property", "RoundedShapeQuery.*"),
    Mutation("query_cast_forgets_its_radius", WORLD + "queries/rounded_casts.cpp", "double{body.radius} + cast.radius",
             "double{body.radius} + 0 * cast.radius", "property", "RoundedQuery.*"),
    Mutation("query_nearest_point_without_faces", "src/geometry/nearest_point.cpp", "nearest.take_face(i, j, k);", "", "property",
             "RoundedShapeQuery.*"),
    Mutation("snapshot_without_ignored_pairs", WORLD + "snapshot/copy.cpp", "    ignored.assign(other.ignored);\n", "", "property",
             "Regimes/WorldSnapshotTest.*"),
    Mutation("snapshot_without_switched_contacts", WORLD + "snapshot/copy.cpp", "    switched_count = other.switched_count;\n",
             "", "property", "Regimes/WorldSnapshotTest.*"),
    Mutation("snapshot_loaded_without_free_rows", WORLD + "snapshot/load.cpp",
             "state_.pairs.restore_free(counts_.first_free_row);", "", "property", "Regimes/WorldSnapshotTest.*"),
    Mutation("query_falling_ray_enters_below", "queries.hpp", "args.rises[k] ? args.bounds.lo[k] : args.bounds.hi[k]",
             "args.bounds.lo[k]", "property", "Scenes/WorldQuery.*"),
    Mutation("query_distance_of_what_is_beside", "queries.hpp", "L::max(L::max(below, above), zero)", "L::max(below, above)",
             "property", "Scenes/WorldQuery.*"),
    Mutation("distance_edge_distance_sign", "distance.hpp", "edges.t[2] * r[1][0] - edges.t[1] * r[2][0];",
             "edges.t[2] * r[1][0] + edges.t[1] * r[2][0];", "property", "Regimes/DistanceOracle.*"),
    Mutation("distance_sure_without_proof", "distance.hpp", "kSureDeltas = 0.125F", "kSureDeltas = 1e9F", "property",
             "DistanceTies.*"),
    Mutation("distance_point_on_the_wrong_box", "distance.hpp", "put_in_world<L>(b, points.on_other, row + 1 + 2 * kDim);",
             "put_in_world<L>(a, points.on_other, row + 1 + 2 * kDim);", "property", "Regimes/DistanceOracle.*"),
    Mutation("distance_common_point_at_the_end", "distance.hpp", "clamped<L>(half * enter + half * leave, pair.other[j])",
             "clamped<L>(leave + (leave - enter), pair.other[j])", "property", "Regimes/DistanceOracle.*"),
    Mutation("near_limit_left_out", "src/narrowphase/distances.cpp", "distance <= this->max_distance() ? 1U : 0U",
             "distance < this->max_distance() ? 1U : 0U", "unit", "NearPairs.*"),
    Mutation("nearest_of_the_first_box_alone", "src/narrowphase/distances.cpp", "if (one_set_) keep_nearer", "if (false) keep_nearer",
             "unit", "Nearest.*"),
    Mutation("world_near_bounds_without_the_distance", WORLD + "queries/world_distances.cpp", "all + double{margin}", "all",
             "unit", "WorldDistances.*"),
    Mutation("world_distance_of_a_swapped_pair", WORLD + "queries/world_distances.cpp",
             "return pairs[k].second.index < pairs[k].first.index;", "return pairs[k].second.index < pairs[k].first.index && k % 2 == 0;",
             "unit", "WorldDistances.*"),
    Mutation("impact_target_without_radii", "impact.hpp", "L::broadcast(distance) + (boxes[0].reach + boxes[1].reach)",
             "L::broadcast(distance) + (boxes[0].reach - boxes[0].reach)", "property", "BallImpacts.*:Regimes/ImpactOracle.*"),
    Mutation("impact_turning_boxes_without_curvature", "impact.hpp", "bound.curvature = L::broadcast(0.5F) * second;",
             "bound.curvature = L::broadcast(0.0F) * second;", "property", "Regimes/ImpactOracle.*"),
    Mutation("impact_boxes_turn_the_other_way", "impact.hpp", "(box.axes[a][i] * unit[0] + across * unit[1])",
             "(box.axes[a][i] * unit[0] - across * unit[1])", "property", "Regimes/ImpactOracle.*"),
    Mutation("impact_slope_next_to_nothing", "impact.hpp", "L::select(L::lt(below, least), L::max(above, c), above)", "above",
             "unit", "Impacts.OfMotionsNextToNothing"),
    Mutation("impact_overlap_of_boxes_that_only_turned", "impact.hpp", "relative_pose<L>(pair.box[0], pair.box[1], pair.offset)",
             "relative_pose<L>(pair.box[0], pair.box[1])", "unit", "Impacts.OfABoxThatTurnsAwayWhileItMoves"),
    Mutation("impact_bounds_without_the_motion", "src/narrowphase/impact_motions.cpp", "highest + std::max(move, 0.0) + slack",
             "highest + slack", "unit", "FoundImpacts.*"),
    Mutation("impact_points_of_a_swapped_pair", "src/narrowphase/impact_finder.hpp", "distance_of<Dim>(tile.rows[i], swapped)",
             "distance_of<Dim>(tile.rows[i], false)", "unit", "Impacts.*"),
    Mutation("ways_outside_of_bounds", WORLD + "step/update.cpp", "contain_ways(call, state, options.impact_depth)",
             "Status::ok", "property", "Regimes/WorldImpactTest.*"),
    Mutation("ways_that_never_end", WORLD + "step/update.cpp", "state.begin_way(state.stale[i]);", ";", "unit",
             "WorldContinuousTest.*"),
    Mutation("ways_of_the_first_box_alone", WORLD + "step/impact_step.cpp", "b.translation - a.translation", "-a.translation",
             "property", "Regimes/WorldImpactTest.*"),
    Mutation("impacts_of_boxes_as_large_as_they_are", WORLD + "step/impact_step.cpp", "std::max(0.0F, shrink - body.radius)",
             "0.0F", "unit", "WorldContinuousTest.*"),
    Mutation("impacts_of_pairs_that_begin_deep_left_out", WORLD + "step/impact_step.cpp", "pairs[rest++] = pairs[k];", ";", "unit",
             "WorldContinuousTest.*"),
    Mutation("boxes_that_pass_counted_as_slow", WORLD + "step/impact_step.cpp", "moved <= 0.5 *", "moved <= 3 *", "property",
             "Regimes/WorldImpactTest.*"),
    Mutation("way_back_to_an_impact", WORLD + "world_state.hpp", """        begin_way(index);
        if (has(index, world::kContinuous) == continuous) return;""",
             "        if (has(index, world::kContinuous) == continuous) return;", "unit", "WorldContinuousTest.*"),
    Mutation("snapshot_without_ways", WORLD + "snapshot/load.cpp", "in_.get<BoxPose>() : BoxPose{}",
             "(in_.get<BoxPose>(), BoxPose{}) : BoxPose{}", "unit", "WorldContinuousTest.*"),
]


def run(*arguments, **options):
    return subprocess.run(arguments, capture_output=True, text=True, check=False, **options)


def copy_source(to):
    """Writes only what differs: what a build made of a mutant is older than the line put back."""
    listed = run("git", "-C", str(SOURCE), "ls-files", "-z", "--cached", "--others", "--exclude-standard").stdout
    names = {name for name in listed.split("\0") if name and (SOURCE / name).is_file()}
    for path in to.rglob("*"):
        if path.is_file() and str(path.relative_to(to)) not in names:
            path.unlink()
    for name in names:
        content = (SOURCE / name).read_bytes()
        if not (to / name).is_file() or (to / name).read_bytes() != content:
            (to / name).parent.mkdir(parents=True, exist_ok=True)
            (to / name).write_bytes(content)


class Bench:
    """A copy of the source and a build of it."""

    def __init__(self, folder, programs):
        self.source, self.build = folder / "source", folder / "build"
        copy_source(self.source)
        self.targets = [f"satori_tests_{program}" for program in programs]
        done = run("cmake", "-S", str(self.source), "-B", str(self.build), "-G", "Ninja", "-DCMAKE_BUILD_TYPE=Release",
                   "-DSATORI_KERNEL_OPTIMIZATION=-O1", "-DSATORI_COMPILER_HAS_AVX2=0", "-DSATORI_COMPILER_HAS_AVX512=0",
                   "-DSATORI_BENCH=OFF", "-DSATORI_BUILD_CLI=OFF", "-DSATORI_BUILD_EXAMPLES=OFF", "-DSATORI_FIT=OFF")
        if done.returncode != 0:
            sys.exit(done.stdout + done.stderr)

    def compile(self, target):
        done = run("cmake", "--build", str(self.build), "--target", target, "--parallel", str(os.cpu_count()))
        return done.returncode == 0, done.stdout + done.stderr

    def passes(self, program, tests):
        done = run(str(self.build / "tests" / f"satori_tests_{program}"), f"--gtest_filter={tests}", "--gtest_fail_fast=1",
                   "--gtest_brief=1", timeout=1800)
        ran = "[  PASSED  ]" in done.stdout and "[  PASSED  ] 0 tests" not in done.stdout
        if done.returncode != 0 and "[  FAILED  ]" not in done.stdout and -done.returncode not in CRASHES:
            sys.exit(f"neither passed nor failed, ended with {done.returncode}: {program} {tests}\n{done.stdout[-2000:]}{done.stderr[-2000:]}")
        return done.returncode == 0 and ran, done.stdout


def path_of(source, mutation):
    return source / (mutation.file if "/" in mutation.file else KERNELS + mutation.file)


def check(mutations):
    """Returns how many mutations have a line that is not there once, and names them."""
    wrong = 0
    for mutation in mutations:
        count = path_of(SOURCE, mutation).read_text(encoding="utf-8").count(mutation.old)
        if count != 1:
            print(f"{mutation.name}: its line is there {count} times")
            wrong += 1
    return wrong


def judge(bench, mutation):
    """What became of the mutant, and whether a test killed it."""
    path = path_of(bench.source, mutation)
    text = path.read_text(encoding="utf-8")
    path.write_text(text.replace(mutation.old, mutation.new), encoding="utf-8")
    try:
        built, log = bench.compile(f"satori_tests_{mutation.program}")
        if not built:
            return "does not compile:\n" + log[-2000:], False
        passed, _ = bench.passes(mutation.program, mutation.tests)
        return ("LIVES", False) if passed else ("killed", True)
    except subprocess.TimeoutExpired:
        return "killed (it did not end)", True
    finally:
        path.write_text(text, encoding="utf-8")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--work", type=Path, help="folder for the copy and its build, kept (default: a temporary one)")
    parser.add_argument("--only", help="names, with commas between them")
    parser.add_argument("--check", action="store_true", help="only look whether the lines are there")
    options = parser.parse_args()
    chosen = [m for m in MUTATIONS if not options.only or m.name in options.only.split(",")]
    if not chosen:
        sys.exit("no such mutation")
    wrong = check(chosen)
    if wrong or options.check:
        sys.exit(1 if wrong else 0)
    with tempfile.TemporaryDirectory(prefix="satori-mutation-") as temporary:
        folder = options.work or Path(temporary)
        folder.mkdir(parents=True, exist_ok=True)
        bench = Bench(folder.resolve(), sorted({m.program for m in chosen}))
        for target in bench.targets:
            built, log = bench.compile(target)
            if not built:
                sys.exit(log[-4000:])
        for program, tests in sorted({(m.program, m.tests) for m in chosen}):
            passed, log = bench.passes(program, tests)
            if not passed:
                sys.exit(f"fails without a mutation: {program} {tests}\n{log[-4000:]}")
        killed = 0
        for at, mutation in enumerate(chosen, 1):
            start = time.monotonic()
            verdict, dead = judge(bench, mutation)
            killed += dead
            print(f"{at:2}/{len(chosen)} {mutation.name:40} {verdict} ({time.monotonic() - start:.0f} s)", flush=True)
    print(f"{killed} of {len(chosen)} mutants killed")
    sys.exit(0 if killed == len(chosen) else 1)


if __name__ == "__main__":
    main()
