# The compiler of x86-64 for x86 of 32 bits (Debian: g++-12-multilib, and libraries of the foreign architecture i386). Its programs run here.
set(CMAKE_SYSTEM_NAME Linux)
set(CMAKE_SYSTEM_PROCESSOR i686)
set(CMAKE_C_COMPILER gcc)
set(CMAKE_CXX_COMPILER g++)
# The kernel's headers are found behind all others: Debian's package that has them in the usual place does not go with cross compilers.
set(CMAKE_C_FLAGS_INIT "-m32 -idirafter /usr/include/x86_64-linux-gnu")
set(CMAKE_CXX_FLAGS_INIT "-m32 -idirafter /usr/include/x86_64-linux-gnu")
set(CMAKE_LIBRARY_ARCHITECTURE i386-linux-gnu)
set(CMAKE_CROSSCOMPILING_EMULATOR env)
set(CMAKE_FIND_ROOT_PATH_MODE_PROGRAM NEVER)
