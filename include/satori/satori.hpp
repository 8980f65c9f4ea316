#pragma once

/// Everything but satori/tbb.hpp, and satori/fit.hpp, which is another library's.
#include <satori/allocator.hpp>
#include <satori/batch_storage.hpp>
#include <satori/box_batch.hpp>
#include <satori/broadphase.hpp>
#include <satori/contact_cache.hpp>
#include <satori/contacts.hpp>
#include <satori/executor.hpp>
#include <satori/isa.hpp>
#include <satori/manifold.hpp>
#include <satori/pairs.hpp>
#include <satori/rect.hpp>
#include <satori/rect_batch.hpp>
#include <satori/rect_pairs.hpp>
#include <satori/status.hpp>
#include <satori/types.hpp>
#include <satori/version.hpp>
#include <satori/workspace.hpp>
