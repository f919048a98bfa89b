import { spawnSync } from 'node:child_process';
import { openSync } from 'node:fs';
import { expect, it } from 'vitest';
import { createLog } from './log.ts';

const logError = (error: Error): string => {
  const written: string[] = [];
  const stream = { write: (line: string) => void written.push(line) };
  createLog({ level: 'info', stream }).error({ err: error }, 'failed');
  return written.join('');
};

it.each([
  'duplicate key value violates unique constraint: Key (email)=(ada@example.com) already exists',
  'invalid input syntax for type integer: "Ada Lovelace"',
  `Unexpected token 'e', "{"token":"ey.secret.x"}" is not valid JSON`,
  'Invalid login: 535 5.7.8 <ada@example.com>',
])('logs an error without the values in its message: %s', (message) => {
  const written = logError(Object.assign(new Error(message), { code: '23505', detail: 'Ada Lovelace' }));
  expect(written).not.toMatch(/ada|example\.com|secret/i);
  expect(JSON.parse(written).err).toMatchObject({ type: 'Error', code: '23505' });
  expect(JSON.parse(written).err.stack).toContain('log.test.ts');
});

const urlOf = (file: string) => JSON.stringify(new URL(file, import.meta.url).href);

const spawnWithLog = (statements: string, stderr: 'pipe' | number) => {
  const script = `import { createLog } from ${urlOf('log.ts')};
    import { ignoreOutputErrors } from ${urlOf('lib/process-end.ts')};
    const log = createLog({ level: 'info' }); ignoreOutputErrors(); ${statements}`;
  return spawnSync(process.execPath, ['--input-type=module-typescript', '-e', script], {
    stdio: ['ignore', 'pipe', stderr],
    timeout: 10_000,
  });
};
const runWithLog = (statements: string) => spawnWithLog(statements, 'pipe').stderr.toString();

it('writes its last entries when the process ends', () => {
  expect(runWithLog("log.info('last'); process.exit(1);")).toContain('"msg":"last"');
});

it('writes an error before a crash, after the entries that led to it', () => {
  const written = runWithLog("log.info('before'); log.error('failed'); process.kill(process.pid, 'SIGKILL');");
  expect(written).toMatch(/"before".*\n.*"failed"/);
});

it.runIf(process.platform === 'linux')('goes on if its entries can’t be written', () => {
  const { stdout, status } = spawnWithLog(
    "log.error('lost'); console.log('still running');",
    openSync('/dev/full', 'w'),
  );
  expect([stdout.toString(), status]).toEqual(['still running\n', 0]);
});
