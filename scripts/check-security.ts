import { copyFileSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { stripTypeScriptTypes } from 'node:module';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { readAudit } from './lib/audit.ts';
import { inRoot } from './lib/paths.ts';
import { run } from './lib/run.ts';
import { compareFindings, type Explanation, readFindings } from './lib/security-findings.ts';

/** Not a dependency: docs/adr says why. */
const tool = '@doyensec/electronegativity@1.10.3';

const explanations: readonly Explanation[] = [
  {
    rule: 'CSP_GLOBAL_CHECK',
    file: '',
    why: 'The policy is a header of every page (src/main/http/static-files.ts); tests/e2e/desktop/windows.spec.ts tries it',
  },
  {
    rule: 'OPEN_EXTERNAL_JS_CHECK',
    file: 'src/main/security.js',
    why: 'Behind a list of two schemes, https and mailto; origin.test.ts and navigation.spec.ts try others',
  },
  {
    rule: 'CERTIFICATE_ERROR_EVENT_JS_CHECK',
    file: 'src/main/security.js',
    why: 'Every certificate with an error is refused there',
  },
  {
    rule: 'AUXCLICK_JS_CHECK',
    file: 'src/main/window/window.js',
    why: 'A middle click asks setWindowOpenHandler as every other new window does (src/main/security.ts)',
  },
  {
    rule: 'PRELOAD_JS_CHECK',
    file: 'src/main/window/window.js',
    why: 'Reviewed: one function a channel, each argument parsed in main; ipc.spec.ts calls every channel wrongly',
  },
  {
    rule: 'PROTOCOL_HANDLER_JS_CHECK',
    file: 'src/main/index.js',
    why: 'A link is parsed into a route of the app, or refused (src/main/window/deep-links.ts and its test)',
  },
];

/** The tool's parser is older than the TypeScript here, so it is given the same lines without their types. */
const stage = (folder: string): void => {
  for (const file of globSync('src/{main,preload,shared,spreadsheet}/**/*.ts', { cwd: inRoot() })) {
    if (/\.(test|testing|d)\.ts$/.test(file)) continue;
    const target = join(folder, file.replace(/\.ts$/, '.js'));
    mkdirSync(dirname(target), { recursive: true });
    writeFileSync(target, stripTypeScriptTypes(readFileSync(inRoot(file), 'utf8')));
  }
  mkdirSync(join(folder, 'src/renderer'), { recursive: true });
  copyFileSync(inRoot('src/renderer/index.html'), join(folder, 'src/renderer/index.html'));
  copyFileSync(inRoot('package.json'), join(folder, 'package.json'));
};

const electronVersion = (): string =>
  JSON.parse(readFileSync(inRoot('node_modules/electron/package.json'), 'utf8')).version;

const onWindows = process.platform === 'win32';

/** Searches the parts that run in Electron for what is dangerous there. What is found is fixed or explained above. */
const searchPatterns = async (): Promise<void> => {
  const folder = inRoot('test-results/security');
  const report = inRoot('test-results/security.sarif');
  rmSync(folder, { recursive: true, force: true });
  rmSync(report, { force: true });
  stage(folder);
  const { code, output } = await run({
    command: onWindows ? 'npx.cmd' : 'npx',
    args: [
      ...['--yes', tool, '--input', folder, '--relative', '--output', report],
      ...['--electron-version', electronVersion()],
    ],
    env: { NODE_OPTIONS: `--import=${pathToFileURL(inRoot('scripts/lib/keep-offline.mjs'))}` },
  });
  if (code !== 0 || /error parsing/i.test(output)) throw new Error(output);
  const { unexplained, outdated } = compareFindings(readFindings(readFileSync(report, 'utf8')), explanations);
  for (const { rule, file, message } of unexplained) console.error(`FOUND ${rule} ${file}: ${message}`);
  for (const { rule, file } of outdated)
    console.error(`NO LONGER FOUND ${rule} ${file}: drop its explanation`);
  if (unexplained.length + outdated.length > 0) process.exitCode = 1;
  else console.log(`ok     ${explanations.length} findings, each explained`);
};

/** Asks the registry what is known against the dependencies: all of them, as most are bundled into what is shipped. */
const auditDependencies = async (): Promise<void> => {
  const { output } = await run({
    command: onWindows ? 'npm.cmd' : 'npm',
    args: ['audit', '--json', '--loglevel=silent'],
  });
  const audit = readAudit(output);
  if (audit.state === 'unknown') {
    console.error(
      `NOT CHECKED what is known against the dependencies, as the registry does not say: ${audit.reason}`,
    );
    return;
  }
  for (const each of audit.known) console.error(`KNOWN ${each}: npm audit says more`);
  if (audit.known.length > 0) process.exitCode = 1;
  else console.log('ok     nothing is known against the dependencies');
};

export const main = async (): Promise<void> => {
  await searchPatterns();
  await auditDependencies();
};
