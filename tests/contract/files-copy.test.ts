import { createHash, randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { copyStorage } from '../support/copy-storage.ts';
import { hasNoBucket, makeFilesUrl, s3Credentials } from '../support/s3.ts';
import { spawnServer } from '../support/spawn-server.ts';
import { makeTempDir } from '../support/temp-dir.ts';

const runCommand = async (from: string, to: string) => {
  const { child, output } = spawnServer(['--from', from, '--to', to], {}, 'commands/copy-files');
  const [code] = await once(child, 'close');
  return { code, text: output.stderr };
};

const hashOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');
const nameOf = (bytes: Buffer) => `${hashOf(bytes).slice(0, 32)}.png`;

describe('copying files', () => {
  let folder: string;
  let uploads: string;
  const names: string[] = [];
  beforeEach(() => {
    folder = makeTempDir('copy');
    uploads = join(folder, 'from', 'uploads');
    mkdirSync(join(uploads, '.renditions'), { recursive: true });
    writeFileSync(join(uploads, '.database'), 'one');
    names.length = 0;
    for (const size of [10, 1000, 9_000_000]) {
      const bytes = randomBytes(size);
      names.push(nameOf(bytes));
      writeFileSync(join(uploads, nameOf(bytes)), bytes);
    }
    names.push(`.renditions/${'a'.repeat(32)}-80.webp`, '.database');
    writeFileSync(join(uploads, String(names[3])), 'a rendition');
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));
  const hashAll = (to: string) => names.map((name) => hashOf(readFileSync(join(folder, to, 'uploads', name))));

  it.skipIf(hasNoBucket)('copies a folder to a bucket and back', async () => {
    for (const [name, value] of Object.entries(s3Credentials)) vi.stubEnv(name, value);
    const bucket = { dataDir: folder, filesUrl: makeFilesUrl() };
    expect(await copyStorage({ dataDir: join(folder, 'from') }, bucket)).toEqual({
      copied: 4,
      present: 0,
      damaged: [],
    });
    await copyStorage(bucket, { dataDir: join(folder, 'back') });
    vi.unstubAllEnvs();
    expect(hashAll('back')).toEqual(hashAll('from'));
  });

  it('continues an interrupted copy and replaces what differs', async () => {
    const to = join(folder, 'to');
    mkdirSync(join(to, 'uploads', '.renditions'), { recursive: true });
    writeFileSync(join(to, 'uploads', String(names[0])), readFileSync(join(uploads, String(names[0]))));
    writeFileSync(join(to, 'uploads', String(names[1])), randomBytes(1000));
    expect(await copyStorage({ dataDir: join(folder, 'from') }, { dataDir: to })).toEqual({
      copied: 3,
      present: 1,
      damaged: [],
    });
    expect(hashAll('to')).toEqual(hashAll('from'));
  });

  it('names damaged files', async () => {
    writeFileSync(join(uploads, String(names[0])), 'damaged');
    const { code, text } = await runCommand(join(folder, 'from'), join(folder, 'to'));
    expect([code, text]).toEqual([
      1,
      `Copied and compared: 4 files. Already there and compared: 0 files.\nDamaged in the source already:\n${names[0]}\n`,
    ]);
    expect(hashAll('to')).toEqual(hashAll('from'));
    expect(readdirSync(join(folder, 'to', 'uploads', '.staging'))).toEqual([]);
  });

  it('copies nothing to the files of another database', async () => {
    const to = join(folder, 'to');
    mkdirSync(join(to, 'uploads'), { recursive: true });
    writeFileSync(join(to, 'uploads', '.database'), 'two');
    await expect(copyStorage({ dataDir: join(folder, 'from') }, { dataDir: to })).rejects.toThrow('another database');
    expect(readdirSync(join(to, 'uploads')).filter((name) => !name.startsWith('.'))).toEqual([]);
  });

  it('reports a source without files', async () => {
    const { code, text } = await runCommand(join(folder, 'missing'), join(folder, 'to'));
    expect([code, text]).toEqual([1, expect.stringMatching(/missing: This is no data folder[^\n]*\n$/)]);
    expect(readdirSync(folder)).toEqual(['from']);
  });
});
