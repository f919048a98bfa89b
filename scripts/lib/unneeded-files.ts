/** Files that no package needs at run time: sources, types, maps, texts and tests of libraries, and headers for compilers. */
export const unneededFiles: readonly string[] = [
  '**/*.{map,md,markdown,ts,mts,cts,tsbuildinfo}',
  'node_modules/**/.*',
  'node_modules/**/*.{cc,h}',
  'node_modules/**/{test,tests,__tests__,e2e,example,examples,benchmark,benchmarks}{,.js}',
  'node_modules/better-sqlite3/{deps,src,binding.gyp}',
  'node_modules/sharp/{install,src}',
  // The same library again for browsers.
  'node_modules/yaml/browser',
];
