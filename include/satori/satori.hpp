#pragma once

/// Everything but satori/tbb.hpp.
#include <satori/allocator.hpp>
#include <satori/box_batch.hpp>
#include <satori/box_construction.hpp>
#include <satori/box_geometry.hpp>
#include <satori/box_queries.hpp>
#include <satori/box_transform.hpp>
#include <satori/broadphase.hpp>
#include <satori/contact_cache.hpp>
#include <satori/contacts.hpp>
#include <satori/executor.hpp>
#include <satori/isa.hpp>
#include <satori/manifold.hpp>
#include <satori/pairs.hpp>
#include <satori/points.hpp>
#include <satori/pose.hpp>
#include <satori/rotation.hpp>
#include <satori/shapes.hpp>
#include <satori/status.hpp>
#include <satori/types.hpp>
#include <satori/version.hpp>
#include <satori/workspace.hpp>
