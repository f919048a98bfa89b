import { spawnSync } from 'node:child_process';
import {
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { binScript, inRoot } from './lib/paths.ts';

type Violation = { from: string; to: string; rule: { name: string } };

/** Allowed and forbidden imports. `refusedBy` names the rule that must reject the import. */
const imports: readonly { from: string; to: string; refusedBy?: string }[] = [
  { from: 'src/shared/fine.ts', to: './schema.ts' },
  {
    from: 'src/shared/reaches-out.ts',
    to: '../server/app.ts',
    refusedBy: 'shared-imports-only-zod-and-zxcvbn',
  },
  { from: 'src/shared/knows-node.ts', to: 'node:fs', refusedBy: 'shared-imports-only-zod-and-zxcvbn' },
  { from: 'src/server/fine.ts', to: '../shared/schema.ts' },
  { from: 'src/server/reaches-main.ts', to: '../main/window.ts', refusedBy: 'modules-import-only-shared' },
  { from: 'src/server/knows-electron.ts', to: 'electron', refusedBy: 'electron-only-in-main-and-preload' },
  { from: 'src/server/reads-sheets.ts', to: '../spreadsheet/read.ts' },
  { from: 'src/main/reads-sheets.ts', to: '../spreadsheet/read.ts', refusedBy: 'spreadsheet-only-in-server' },
  { from: 'src/renderer/reads-sheets.ts', to: '../spreadsheet/read.ts', refusedBy: 'spreadsheet-only-in-server' },
  { from: 'src/spreadsheet/fine.ts', to: '../shared/schema.ts' },
  {
    from: 'src/spreadsheet/reaches-server.ts',
    to: '../server/app.ts',
    refusedBy: 'modules-import-only-shared',
  },
  { from: 'src/main/fine.ts', to: './window.ts' },
  { from: 'src/main/reaches-server.ts', to: '../server/app.ts', refusedBy: 'modules-import-only-shared' },
  {
    from: 'src/preload/reaches-renderer.ts',
    to: '../renderer/ui/button.ts',
    refusedBy: 'modules-import-only-shared',
  },
  { from: 'src/renderer/app/fine.ts', to: '../screens/faq/list.ts' },
  { from: 'src/renderer/reaches-main.ts', to: '../main/window.ts', refusedBy: 'modules-import-only-shared' },
  { from: 'src/renderer/knows-node.ts', to: 'node:path', refusedBy: 'no-node-in-renderer' },
  {
    from: 'src/renderer/ui/reaches-up.ts',
    to: '../resource-kit/table.ts',
    refusedBy: 'ui-below-resource-kit',
  },
  { from: 'src/renderer/resource-kit/fine.ts', to: '../ui/button.ts' },
  {
    from: 'src/renderer/resource-kit/reaches-up.ts',
    to: '../screens/faq/list.ts',
    refusedBy: 'resource-kit-below-screens',
  },
  { from: 'src/renderer/screens/faq/fine.ts', to: './list.ts' },
  { from: 'src/renderer/screens/faq/uses-kit.ts', to: '../../resource-kit/table.ts' },
  {
    from: 'src/renderer/screens/faq/reaches-aside.ts',
    to: '../gift/list.ts',
    refusedBy: 'screens-independent',
  },
  {
    from: 'src/renderer/screens/faq/reaches-up.ts',
    to: '../../app/router.ts',
    refusedBy: 'screens-below-app',
  },
  { from: 'src/renderer/platform/reaches-up.ts', to: '../ui/button.ts', refusedBy: 'platform-below-app' },
  { from: 'src/server/uses-tests.ts', to: '../../tests/helper.ts', refusedBy: 'no-imports-of-tests' },
  { from: 'src/server/leads-nowhere.ts', to: './missing.ts', refusedBy: 'no-unresolvable' },
  { from: 'src/server/circle-a.ts', to: './circle-b.ts', refusedBy: 'no-circular-imports' },
  { from: 'scripts/reaches-in.ts', to: '../src/server/app.ts', refusedBy: 'scripts-import-only-shared' },
];

const leaves = [
  'src/shared/schema.ts',
  'src/server/app.ts',
  'src/spreadsheet/read.ts',
  'src/main/window.ts',
  'src/renderer/ui/button.ts',
  'src/renderer/resource-kit/table.ts',
  'src/renderer/screens/faq/list.ts',
  'src/renderer/screens/gift/list.ts',
  'src/renderer/app/router.ts',
  'tests/helper.ts',
];

let house: string;
let violations: Violation[];

const write = (path: string, text: string) => {
  mkdirSync(dirname(join(house, path)), { recursive: true });
  writeFileSync(join(house, path), text);
};

beforeAll(() => {
  house = mkdtempSync(join(tmpdir(), 'house-'));
  write('node_modules/electron/package.json', '{"name":"electron","main":"index.js"}');
  write('node_modules/electron/index.js', '');
  for (const leaf of leaves) write(leaf, 'export const leaf = 1;\n');
  write('src/server/circle-b.ts', "import './circle-a.ts';\n");
  write('src/server/auth/login.ts', "import '../files/store.ts';\n");
  write('src/server/files/store.ts', '');
  write('src/server/files/owner.ts', "import '../auth/users.ts';\n");
  write('src/server/auth/users.ts', '');
  for (const { from, to } of imports) write(from, `import '${to}';\n`);
  const { stdout } = spawnSync(
    process.execPath,
    [
      binScript('dependency-cruiser', 'depcruise'),
      ...['--config', inRoot('.dependency-cruiser.cjs'), '--output-type', 'json', 'src', 'scripts', 'tests'],
    ],
    { cwd: house, encoding: 'utf8' },
  );
  violations = JSON.parse(stdout).summary.violations;
}, 60_000);
afterAll(() => rmSync(house, { recursive: true }));

const rulesAgainst = (file: string) =>
  violations.filter((violation) => violation.from === file).map((violation) => violation.rule.name);

describe('import rules', () => {
  test.each(imports.filter((one) => one.refusedBy))('reject $from -> $to', ({ from, refusedBy }) => {
    expect(rulesAgainst(from)).toContain(refusedBy);
  });

  test('reject folders that import each other', () => {
    expect(rulesAgainst('src/server/auth')).toContain('no-circular-folders');
  });

  test.each(imports.filter((one) => !one.refusedBy))('allow $from -> $to', ({ from }) => {
    expect(rulesAgainst(from)).toEqual([]);
  });
});

const restricted = 'noRestrictedImports';
const longLists = 'scripts/long-lists.grit';

const listening = (name: string) => `import { ${name} } from 'electron';\n\nexport const used = ${name};\n`;

const inserting = (rows: string) =>
  `export const add = (database, rows) => database.insertInto('faq').values(${rows}).execute();\n`;

const guarded: readonly { path: string; code: string; rule: string; isRefused: boolean }[] = [
  { path: 'src/main/window.ts', code: listening('ipcMain'), rule: restricted, isRefused: true },
  { path: 'src/renderer/app/main.ts', code: listening('ipcRenderer'), rule: restricted, isRefused: true },
  { path: 'src/main/ipc.ts', code: listening('ipcMain'), rule: restricted, isRefused: false },
  { path: 'src/preload/index.ts', code: listening('ipcRenderer'), rule: restricted, isRefused: false },
  { path: 'src/main/menu.ts', code: listening('Menu'), rule: restricted, isRefused: false },
  { path: 'src/server/records/add.ts', code: inserting('rows'), rule: 'plugin', isRefused: true },
  { path: 'src/server/records/add.ts', code: inserting('{ ...rows[0] }'), rule: 'plugin', isRefused: false },
];

test.each(guarded)('$code in $path is rejected: $isRefused', ({ path, code, rule, isRefused }) => {
  const folder = mkdtempSync(join(tmpdir(), 'guarded-'));
  for (const name of [path, longLists]) mkdirSync(dirname(join(folder, name)), { recursive: true });
  writeFileSync(join(folder, path), code);
  for (const name of ['biome.json', longLists]) copyFileSync(inRoot(name), join(folder, name));
  const { status, stderr } = spawnSync(
    process.execPath,
    [binScript('@biomejs/biome', 'biome'), 'lint', '--vcs-enabled=false', '.'],
    { cwd: folder, encoding: 'utf8' },
  );
  rmSync(folder, { recursive: true });
  expect(stderr.includes(rule), stderr).toBe(isRefused);
  expect(status).toBe(isRefused ? 1 : 0);
});

/** The packages that the product's owner chose, and where each is imported. */
const chosenPackages = {
  src: [
    ...['@tanstack/react-query', 'axios', 'electron', 'electron-store', 'quill', 'react', 'react-beautiful-dnd'],
    ...['react-dom', 'react-router-dom', 'xlsx', 'zustand'],
  ],
  'electron.vite.config.ts': ['electron-vite'],
  'vitest.config.ts': ['vitest'],
  tests: ['playwright'],
};

const readSources = (path: string): string[] => {
  if (!statSync(inRoot(path)).isDirectory()) return [readFileSync(inRoot(path), 'utf8')];
  const files = readdirSync(inRoot(path), { recursive: true, encoding: 'utf8' });
  return files
    .filter((file) => /\.tsx?$/.test(file) && !/\.test(ing)?\./.test(file))
    .flatMap((file) => readSources(join(path, file)));
};

test.each(Object.entries(chosenPackages))('chosen packages are imported in %s', (path, packages) => {
  const sources = readSources(path);
  const isImported = (name: string) => {
    const pattern = new RegExp(`^(import|export) (?!type\\b)[^;]*?from '${name}(/[^']*)?';|import\\('${name}`, 'm');
    return sources.some((source) => pattern.test(source));
  };
  expect(packages.filter((name) => !isImported(name))).toEqual([]);
});
