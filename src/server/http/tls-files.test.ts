import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { FastifyBaseLogger } from 'fastify';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createLog } from '../log.ts';
import { readTlsFiles, reloadTlsFiles } from './tls-files.ts';

let folder: string;
let files: { cert: string; key: string };

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'tls-'));
  files = { cert: join(folder, 'cert.pem'), key: join(folder, 'key.pem') };
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

it('names the file that is missing', () => {
  writeFileSync(files.cert, '');
  expect(() => readTlsFiles(files)).toThrow(
    expect.objectContaining({ path: files.key, message: "Can't read this file (ENOENT)" }),
  );
});

it('rejects a file that is no certificate', () => {
  writeFileSync(files.cert, 'text');
  writeFileSync(files.key, 'text');
  expect(() => readTlsFiles(files)).toThrow(expect.objectContaining({ path: files.cert }));
});

it('keeps the previous certificate if the new files are unusable', async () => {
  const log = createLog({ level: 'silent' }) as FastifyBaseLogger;
  const warn = vi.spyOn(log, 'warn');
  const setSecureContext = vi.fn();
  const stop = reloadTlsFiles({ server: { setSecureContext }, log }, files);
  writeFileSync(files.cert, 'text');
  await expect.poll(() => warn.mock.calls.length, { timeout: 20_000 }).toBeGreaterThan(0);
  expect(setSecureContext).not.toHaveBeenCalled();
  stop();
});
