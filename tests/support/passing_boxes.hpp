#pragma once

#include <satori/types.hpp>

namespace satori::test {

/// Two pairs of boxes that touch while all their features pass each other, found among boxes of all extents: 0 and 1, 2
/// and 3.
inline constexpr OrientedBox kPassingBoxes[] = {{{35857.582F, 50007.1094F, 47840.5273F},
                                                 {2.84415102F, 137985.203F, 3.44676446e-05F},
                                                 {-0.905924618F, 0.192717239F, 0.10899587F, 0.360943973F}},
                                                {{-35857.582F, -50007.1094F, -47840.5273F},
                                                 {9961.5498F, 3219.9707F, 15978.1768F},
                                                 {0.196955994F, -0.133975729F, -0.13387534F, -0.961943984F}},
                                                {{-886099.062F, -1272274, 1097944.25F},
                                                 {2.17365541e-05F, 7753715, 4.1469375e-06F},
                                                 {-0.722738683F, -0.238431275F, -0.504492104F, 0.407783151F}},
                                                {{886099.062F, 1272274, -1097944.25F},
                                                 {6544286.5F, 6.81768322F, 1.50113419e-06F},
                                                 {-0.152929798F, -0.830927312F, -0.463806778F, 0.266562521F}}};

}  // namespace satori::test
