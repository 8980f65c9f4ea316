// Code with everything that a kernel unit must not do. Compiled only for audit_selftest.sh, which must report the
// faults.

#include <algorithm>
#include <string>
#include <vector>

#include <immintrin.h>

std::string made_before_main(100, 'x');

void sorted(std::vector<float>& values) {
    std::sort(values.begin(), values.end());
}

__m256 fused(__m256 a, __m256 b, __m256 c) {
    return _mm256_fmadd_ps(a, b, c);
}

__m256 gathered(const float* base, __m256i index) {
    return _mm256_i32gather_ps(base, index, 4);
}

__m128 estimated(__m128 a) {
    return _mm_rcp_ps(a);
}
