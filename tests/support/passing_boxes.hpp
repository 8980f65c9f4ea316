#pragma once

#include <satori/types.hpp>

namespace satori::test {

/// Two pairs of boxes that touch while all their features pass each other, found in boxes of all extents: 0 and 1, 2 and 3.
inline constexpr OrientedBox kPassingBoxes[] = {{{259.24173F, -143.12355F, -151.633911F},
                                                 {0.000924576074F, 0.0164646953F, 807.683228F},
                                                 {0.666168392F, -0.533003628F, 0.514113963F, -0.0883946493F}},
                                                {{-259.24173F, 143.12355F, 151.633911F},
                                                 {0.0292889941F, 0.0710599124F, 0.00329991849F},
                                                 {0.394740313F, -0.732110739F, 0.000204447075F, -0.555152178F}},
                                                {{-2254989.5F, -6243099, -2779404.25F},
                                                 {11301667, 9316055, 529553.75F},
                                                 {0.0159919132F, 0.228087187F, -0.780282259F, -0.582134128F}},
                                                {{2254989.5F, 6243099, 2779404.25F},
                                                 {23570.8984F, 5637.76758F, 88.6335144F},
                                                 {-0.66064167F, 0.717577994F, -0.220113575F, -0.0135828955F}}};

}  // namespace satori::test
