import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { generateX25519Identity, identityToRecipient } from 'age-encryption';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { category } from '../../src/shared/resources/category.ts';
import { createDatabase, databaseKinds, withDatabase } from '../support/databases.ts';
import { asUpload, makeFile, storedFiles } from '../support/files.ts';
import { createRecord } from '../support/record-factory.ts';
import { hasNoBucket, makeFilesUrl, s3Credentials } from '../support/s3.ts';
import { spawnServer } from '../support/spawn-server.ts';
import { makeTempDir } from '../support/temp-dir.ts';
import { startTestServer, type TestServer } from '../support/test-server.ts';

type Place = Pick<TestServer, 'dataDir' | 'databaseUrl'> & { filesUrl?: string };

const passphrase = 'correct horse battery staple';
const encrypted = { BACKOFFICE_BACKUP_PASSPHRASE: passphrase };

const run = async (
  name: 'backup/create' | 'backup/cli',
  args: string[],
  { dataDir, databaseUrl, filesUrl }: Place,
  env: Record<string, string> = {},
) => {
  const { child, output } = spawnServer(
    ['--data', dataDir, ...args],
    {
      BACKOFFICE_DATABASE_URL: databaseUrl ?? '',
      BACKOFFICE_FILES_URL: filesUrl ?? '',
      ...s3Credentials,
      ...env,
    },
    name,
  );
  const [code] = await once(child, 'close');
  return { code, ...output };
};

const backUp = (place: Place, args: string[], env?: Record<string, string>) =>
  run('backup/create', args, place, env);
const restore = (place: Place, args: string[], env?: Record<string, string>) =>
  run('backup/cli', args, place, env);

const addCategory = (server: TestServer, name: string) =>
  createRecord(server.send, category, { name, image: asUpload('a.png', makeFile('png'), 'image/png') });

const readIds = (place: Place) =>
  withDatabase(place, async (database) => {
    const { value } = await database
      .selectFrom('setting')
      .select('value')
      .where('_id', '=', 'databaseId')
      .executeTakeFirstOrThrow();
    return [value, readFileSync(join(place.dataDir, 'server.id'), 'utf8')];
  });

const readCategories = async ({ send }: TestServer) => (await send('GET', '/v1/category/')).body.data;

const objectsIn = (store: string, folder: string) => readdirSync(join(store, folder)).sort();
const listFiles = (store: string) => {
  const folder = readdirSync(store).find((name) => name.startsWith('files-')) ?? 'files';
  return objectsIn(store, folder).map((name) => join(store, folder, name));
};

const damage = (path: string): void => {
  const bytes = readFileSync(path);
  bytes[bytes.length - 1] = Number(bytes.at(-1)) ^ 1;
  writeFileSync(path, bytes);
};

describe.each(databaseKinds)('a backup of %s', (kind) => {
  let server: TestServer;
  let store: string;
  const folders: string[] = [];
  const ends: (() => Promise<void>)[] = [];
  beforeAll(async () => {
    server = await startTestServer(kind);
    await addCategory(server, 'Pens');
  });
  afterAll(() => server.stop());
  const makeFolder = () => {
    const folder = makeTempDir('backup');
    folders.push(folder, `${folder}.before-restore`);
    return folder;
  };
  const makeTarget = async (): Promise<Place> => {
    const { databaseUrl, drop } = await createDatabase(kind);
    ends.push(drop);
    return { dataDir: makeFolder(), databaseUrl };
  };
  afterEach(async () => {
    for (const end of ends.splice(0)) await end();
    for (const folder of folders.splice(0)) rmSync(folder, { recursive: true, force: true });
  });

  /** A passphrase on one database and a key pair on the other, because the first takes seconds for each command. */
  const makeKeys = async () => {
    if (kind === 'sqlite') return { env: encrypted, write: [], read: [] };
    const identity = await generateX25519Identity();
    const keyFile = join(makeFolder(), 'key.txt');
    writeFileSync(keyFile, `# secret\n${identity}\n`);
    const recipient = await identityToRecipient(identity);
    return { env: {}, write: ['--age-recipient', recipient], read: ['--age-identity', keyFile] };
  };

  it('restores an encrypted backup as a separate copy without sessions', async () => {
    store = makeFolder();
    const { env, write, read } = await makeKeys();
    const before = await readCategories(server);
    const first = await backUp(server, ['--to', store, ...write], env);
    expect([first.code, first.stderr]).toEqual([0, expect.stringContaining('(1 file, 1 of them new)')]);
    await addCategory(server, 'Paper');
    const second = await backUp(server, ['--to', store, ...write], env);
    expect([second.code, second.stderr]).toEqual([0, expect.stringContaining('(2 files, 1 of them new)')]);
    for (const path of listFiles(store))
      expect(readFileSync(path, 'latin1').startsWith('age-encryption.org/v1')).toBe(true);

    const [oldest = ''] = (await restore(server, ['--from', store, '--list'])).stdout.split('\n');
    const from = ['--from', store, '--backup', oldest, ...read];
    const verified = await restore(server, [...from, '--verify'], env);
    expect([verified.code, verified.stderr]).toEqual([
      0,
      expect.stringMatching(/^Verified .*: [\d,]+ rows and 1 file\n$/),
    ]);
    const target = await makeTarget();
    const restored = await restore(target, from, env);
    expect([restored.code, restored.stderr]).toEqual([0, expect.stringContaining(`Restored ${oldest}`)]);
    const copy = await startTestServer(kind, target);
    ends.unshift(copy.stop);
    expect(await readCategories(copy)).toEqual(before);
    expect(storedFiles(target.dataDir)).toHaveLength(1);
    expect((await copy.send('GET', '/v1/user/authorization', { token: server.token })).status).toBe(401);
    expect((await copy.send('GET', '/v1/audit?event=backupRestored')).body.total).toBe(1);
    const [originalIds, copyIds] = [await readIds(server), await readIds(target)];
    for (const id of copyIds) expect(originalIds).not.toContain(id);
    expect(readFileSync(join(target.dataDir, 'uploads', '.database'), 'utf8')).toBe(copyIds[0]);
  });

  it('names a damaged file and restores nothing', async () => {
    store = makeFolder();
    await backUp(server, ['--to', store]);
    const [file = ''] = listFiles(store);
    damage(file);
    const target = await makeTarget();
    const name = file.slice(store.length + 1);
    const message = `${store}: The backup is damaged: ${name} has changed\n`;
    for (const args of [[], ['--verify']])
      expect(
        await restore({ ...target, ...(args.length > 0 && server) }, ['--from', store, ...args]),
      ).toMatchObject({
        code: 1,
        stderr: message,
      });
    expect(existsSync(join(target.dataDir, 'backoffice.db'))).toBe(false);
    damage(file);
    const [database = ''] = objectsIn(store, 'databases');
    damage(join(store, 'databases', database));
    expect((await restore(target, ['--from', store])).stderr).toContain(`databases/${database} has changed`);
  });

  it('finds rows that differ from those that were backed up', async () => {
    store = makeFolder();
    await backUp(server, ['--to', store]);
    const [manifest = ''] = objectsIn(store, 'backups');
    const path = join(store, 'backups', manifest);
    const content = JSON.parse(readFileSync(path, 'utf8'));
    content.database.tables.category.digest = '1';
    writeFileSync(path, JSON.stringify(content));
    const { code, stderr } = await restore(server, ['--from', store, '--verify']);
    expect([code, stderr]).toEqual([1, expect.stringContaining('the rows of category differ')]);
  });
});

describe('a store of backups', () => {
  let server: TestServer;
  let store: string;
  beforeAll(async () => {
    server = await startTestServer('sqlite');
    await addCategory(server, 'Pens');
  });
  afterAll(() => server.stop());
  afterEach(() => rmSync(store, { recursive: true, force: true }));

  it('rejects a wrong passphrase and a missing one', async () => {
    store = makeTempDir('backup');
    await backUp(server, ['--to', store], encrypted);
    const wrong = { BACKOFFICE_BACKUP_PASSPHRASE: 'another passphrase' };
    const { code, stderr } = await restore(server, ['--from', store, '--verify'], wrong);
    expect([code, stderr]).toEqual([1, expect.stringContaining('Wrong passphrase')]);
    for (const result of [
      await restore(server, ['--from', store, '--verify']),
      await backUp(server, ['--to', store]),
    ])
      expect([result.code, result.stderr]).toEqual([
        1,
        expect.stringContaining('Set BACKOFFICE_BACKUP_PASSPHRASE'),
      ]);
    expect(objectsIn(store, 'backups')).toHaveLength(1);
  });

  it('keeps the newest backup of each period and the files of those it keeps', async () => {
    store = makeTempDir('backup');
    await backUp(server, ['--to', store]);
    const [name = ''] = objectsIn(store, 'backups');
    const manifest = JSON.parse(readFileSync(join(store, 'backups', name), 'utf8'));
    for (const time of ['2026-01-01T02:00:00.000Z', '2026-01-01T03:00:00.000Z', '2026-01-02T02:00:00.000Z']) {
      const fileName = time.replaceAll(':', '-');
      const database = { ...manifest.database, name: `databases/${fileName}.db` };
      writeFileSync(join(store, database.name), '');
      writeFileSync(
        join(store, 'backups', `${fileName}.json`),
        JSON.stringify({ ...manifest, createdAt: time, database }),
      );
    }
    const unused = join(store, 'files', `${'0'.repeat(32)}.png`);
    writeFileSync(unused, 'left over');
    utimesSync(unused, new Date(0), new Date(0));
    const { stderr } = await backUp(server, ['--to', store, '--keep', '3d,1m']);
    expect(stderr).toContain('Deleted: 2 older backups');
    expect(objectsIn(store, 'backups')).toEqual([
      '2026-01-01T03-00-00.000Z.json',
      '2026-01-02T02-00-00.000Z.json',
      expect.any(String),
    ]);
    expect(objectsIn(store, 'databases')).toHaveLength(3);
    expect(existsSync(unused)).toBe(false);
    expect((await restore(server, ['--from', store, '--verify'])).code).toBe(0);
  });

  it('explains wrong rules', async () => {
    store = makeTempDir('backup');
    const { code, stderr } = await backUp(server, ['--to', store, '--keep', '7 days']);
    expect([code, stderr]).toEqual([1, expect.stringContaining('like 7d,4w,12m')]);
  });

  it('says which program is missing for PostgreSQL', async () => {
    store = makeTempDir('backup');
    const { databaseUrl, drop } = await createDatabase('postgres', { preparedFor: server.dataDir });
    const place = { dataDir: store, databaseUrl };
    const { code, stderr } = await backUp(place, ['--to', store], { PATH: '' });
    await drop();
    expect([code, stderr]).toEqual([
      1,
      expect.stringMatching(/^pg_dump: pg_dump isn't installed on this computer[^\n]*\n$/),
    ]);
  });

  it.skipIf(hasNoBucket)('backs up a bucket to a bucket and restores it into a third one', async () => {
    store = makeTempDir('backup');
    Object.assign(process.env, s3Credentials);
    const filesUrl = makeFilesUrl();
    const office = await startTestServer('postgres', { filesUrl });
    await addCategory(office, 'Ink');
    const before = await readCategories(office);
    const to = makeFilesUrl();
    const { databaseUrl } = office;
    const place = { dataDir: store, databaseUrl, filesUrl };
    expect(await backUp(place, ['--to', to, '--verify', '--keep', '1d'], encrypted)).toMatchObject({
      code: 0,
    });
    const fresh = await createDatabase('postgres');
    const refused = await restore({ ...place, databaseUrl: fresh.databaseUrl }, ['--from', to], encrypted);
    expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining('add --take-over')]);
    const target = { dataDir: store, databaseUrl: fresh.databaseUrl ?? '', filesUrl: makeFilesUrl() };
    expect(await restore(target, ['--from', to], encrypted)).toMatchObject({ code: 0 });
    const copy = await startTestServer('postgres', target);
    expect(await readCategories(copy)).toEqual(before);
    await copy.stop();
    await fresh.drop();
    await office.stop();
    for (const name of Object.keys(s3Credentials)) delete process.env[name];
  });
});
