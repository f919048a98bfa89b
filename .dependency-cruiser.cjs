const tests = '[.]test[.]tsx?$';

const forbid = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to });

/** Import rules; see ARCHITECTURE.md. `$1` is the first group that `from.path` matched. */
module.exports = {
  forbidden: [
    forbid(
      'site-client-stands-alone',
      'The client runs in other projects, without dependencies.',
      { path: '^packages/', pathNot: tests },
      { pathNot: ['^packages/', '^node:'], dependencyTypesNot: ['core'] },
    ),
    forbid('no-circular-imports', 'Merge the files, or move what they share to a third.', {}, { circular: true }),
    {
      ...forbid('no-circular-folders', 'Folders import each other in one direction only.', {}, { circular: true }),
      scope: 'folder',
    },
    forbid('no-unresolvable', 'The imported file doesn’t exist.', {}, { couldNotResolve: true }),
    forbid(
      'no-imports-of-tests',
      'Only tests import tests.',
      { path: '^(src|scripts)/', pathNot: tests },
      {
        path: ['^tests/', tests],
      },
    ),
    forbid(
      'shared-imports-only-zod-and-zxcvbn',
      'Shared code runs in every process.',
      { path: '^src/shared/', pathNot: tests },
      {
        pathNot: ['^src/shared/', '(^|/)node_modules/(zod|@zxcvbn-ts)/'],
      },
    ),
    forbid(
      'modules-import-only-shared',
      'Modules communicate over HTTP and IPC.',
      { path: '^src/(server|main|preload|renderer|spreadsheet)/' },
      {
        path: '^src/',
        pathNot: ['^src/shared/', '^src/spreadsheet/', '^src/$1/'],
      },
    ),
    forbid(
      'spreadsheet-only-in-server',
      'Only the server reads spreadsheets.',
      { path: '^src/(main|preload|renderer)/' },
      { path: '^src/spreadsheet/' },
    ),
    forbid(
      'electron-only-in-main-and-preload',
      'Only main and preload run in Electron.',
      { path: '^src/(server|renderer|shared|spreadsheet)/' },
      {
        path: ['^electron$', 'node_modules/electron(-store|-log)?/'],
      },
    ),
    forbid(
      'no-node-in-renderer',
      'The renderer has no Node.',
      { path: '^src/renderer/', pathNot: tests },
      {
        dependencyTypes: ['core'],
      },
    ),
    forbid(
      'ui-below-resource-kit',
      'Imports go app → screens → resource-kit → ui.',
      { path: '^src/renderer/ui/' },
      {
        path: '^src/renderer/(app|screens|resource-kit)/',
      },
    ),
    forbid(
      'resource-kit-below-screens',
      'Imports go app → screens → resource-kit → ui.',
      { path: '^src/renderer/resource-kit/' },
      {
        path: '^src/renderer/(app|screens)/',
      },
    ),
    forbid(
      'screens-below-app',
      'Imports go app → screens → resource-kit → ui.',
      { path: '^src/renderer/screens/' },
      {
        path: '^src/renderer/app/',
      },
    ),
    forbid(
      'screens-independent',
      'Code that two screens need belongs in resource-kit or ui.',
      { path: '^src/renderer/screens/([^/]+)/' },
      {
        path: '^src/renderer/screens/',
        pathNot: '^src/renderer/screens/$1/',
      },
    ),
    forbid(
      'platform-below-app',
      'The platform wraps the host and is below everything else.',
      { path: '^src/renderer/platform/' },
      {
        path: '^src/renderer/(app|screens|resource-kit|ui)/',
      },
    ),
    forbid(
      'scripts-import-only-shared',
      'Scripts run built code; only the generators of test data, of the page of options and of the client’s types use the source.',
      { path: '^scripts/', pathNot: '^scripts/(options[.]|site-types[.]|seed[.]|lib/seed/)' },
      {
        path: '^src/',
        pathNot: '^src/shared/',
      },
    ),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    // Competitors that the benchmarks measure, with their own dependencies, and what a package was built into.
    exclude: { path: '^(?:tests/bench/peers|packages/[^/]+/dist)/' },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.cjs', '.json'],
    },
  },
};
