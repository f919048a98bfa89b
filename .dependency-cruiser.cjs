const tests = '[.]test[.]tsx?$';

const forbid = (name, comment, from, to) => ({ name, comment, severity: 'error', from, to });

/** Who may import whom; ARCHITECTURE.md says why. `$1` is what the first group of `from.path` matched. */
module.exports = {
  forbidden: [
    forbid('no-circles', 'Two files that need each other are one, or need a third.', {}, { circular: true }),
    {
      ...forbid('no-folder-circles', 'Folders import each other in one direction.', {}, { circular: true }),
      scope: 'folder',
    },
    forbid('no-missing', 'The import leads nowhere.', {}, { couldNotResolve: true }),
    forbid(
      'nothing-imports-tests',
      'Only tests import tests.',
      { path: '^(src|scripts)/', pathNot: tests },
      {
        path: ['^tests/', tests],
      },
    ),
    forbid(
      'shared-knows-only-zod',
      'shared runs everywhere.',
      { path: '^src/shared/', pathNot: tests },
      {
        pathNot: ['^src/shared/', '(^|/)node_modules/zod/'],
      },
    ),
    forbid(
      'rooms-know-only-shared',
      'Rooms talk over HTTP and IPC.',
      { path: '^src/(server|main|preload|renderer|spreadsheet)/' },
      {
        path: '^src/',
        pathNot: ['^src/shared/', '^src/spreadsheet/', '^src/$1/'],
      },
    ),
    forbid(
      'spreadsheets-are-for-node',
      'Whoever reads a spreadsheet runs on Node: the server, and main.',
      { path: '^src/(preload|renderer)/' },
      { path: '^src/spreadsheet/' },
    ),
    forbid(
      'no-electron-here',
      'Only main and preload run in Electron.',
      { path: '^src/(server|renderer|shared|spreadsheet)/' },
      {
        path: ['^electron$', 'node_modules/electron(-store|-log)?/'],
      },
    ),
    forbid(
      'no-node-in-the-page',
      'The renderer runs in a page.',
      { path: '^src/renderer/', pathNot: tests },
      {
        dependencyTypes: ['core'],
      },
    ),
    forbid(
      'ui-knows-no-domain',
      'app -> screens -> resource -> ui.',
      { path: '^src/renderer/ui/' },
      {
        path: '^src/renderer/(app|screens|resource)/',
      },
    ),
    forbid(
      'resource-knows-no-screen',
      'app -> screens -> resource -> ui.',
      { path: '^src/renderer/resource/' },
      {
        path: '^src/renderer/(app|screens)/',
      },
    ),
    forbid(
      'screens-know-no-app',
      'app -> screens -> resource -> ui.',
      { path: '^src/renderer/screens/' },
      {
        path: '^src/renderer/app/',
      },
    ),
    forbid(
      'screens-stand-alone',
      'What two screens need is resource or ui.',
      { path: '^src/renderer/screens/([^/]+)/' },
      {
        path: '^src/renderer/screens/',
        pathNot: '^src/renderer/screens/$1/',
      },
    ),
    forbid(
      'platform-knows-no-app',
      'platform is the host, nothing above it.',
      { path: '^src/renderer/platform/' },
      {
        path: '^src/renderer/(app|screens|resource|ui)/',
      },
    ),
    forbid(
      'scripts-know-no-room',
      'Scripts run what is built; the one that writes migrations compares them with the declarations.',
      { path: '^scripts/', pathNot: '^scripts/(lib/generate-)?migration[.]' },
      {
        path: '^src/',
        pathNot: '^src/shared/',
      },
    ),
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    // Programs of others, with dependencies of their own, to measure beside.
    exclude: { path: '^tests/bench/peers/' },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'require', 'node', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.cjs', '.json'],
    },
  },
};
