/**
 * Node options of the server process. By default, V8 lets garbage fill a young generation of 128 MB and an old one of
 * several times the memory in use, and glibc keeps the freed memory of each thread (ADR 49).
 */
export const serverProcess = {
  execArgv: ['--max-semi-space-size=8', '--heap-growing-percent=50'],
  env: { MALLOC_ARENA_MAX: '2' },
} as const;
