/** Files that no package needs at run time: sources, types, maps, library docs and tests, and C headers. */
export const unneededFiles: readonly string[] = [
  '**/*.{map,md,markdown,ts,mts,cts,tsbuildinfo}',
  'node_modules/**/.*',
  'node_modules/**/*.{cc,h}',
  'node_modules/**/{test,tests,__tests__,e2e,example,examples,benchmark,benchmarks}{,.js}',
  'node_modules/better-sqlite3/{deps,src,binding.gyp}',
  'node_modules/sharp/{install,src}',
  // Only these two weights are printed.
  'node_modules/@expo-google-fonts/*/!(400Regular|700Bold|LICENSE*|package.json)',
  // Only barcodes are read, by a module.
  'node_modules/zxing-wasm/dist/{cjs,full,iife,miniprogram,writer}',
  'node_modules/zxing-wasm/dist/es/{full,writer}',
  // The same library, built for browsers.
  'node_modules/yaml/browser',
];
