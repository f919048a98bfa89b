import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import pg from 'pg';
import { afterAll, beforeAll, describe, expect, inject, it, onTestFinished } from 'vitest';
import type { Job } from '../../src/shared/import.ts';
import { category } from '../../src/shared/resources/category.ts';
import { user } from '../../src/shared/resources/user.ts';
import { admin } from '../support/database-templates.ts';
import { createDatabase, type FreshDatabase, withDatabase } from '../support/databases.ts';
import { asUpload, makeFile, stagedFiles, storedFiles } from '../support/files.ts';
import { csv, importProducts } from '../support/import-client.ts';
import { createRecord, listRecords } from '../support/record-factory.ts';
import { canMountDisks, mountSmallDisk, type SmallDisk } from '../support/small-disk.ts';
import { adminEnv, type RunningCommand, readServerUrl, spawnServer } from '../support/spawn-server.ts';
import { makeDataDir, sendTo, signIn, startTestServer, type TestServer } from '../support/test-server.ts';

const message = 'The server’s disk is full. Nothing was saved.';
const rows = (count: number) => csv(['Name'], ...Array.from({ length: count }, (_, row) => [`Row ${row}`]));

describe.skipIf(!canMountDisks)('a full disk', () => {
  describe('of a server on SQLite', () => {
    let disk: SmallDisk;
    let server: TestServer;
    beforeAll(async () => {
      disk = mountSmallDisk({ megabytes: 48 });
      const { path: dataDir } = disk;
      await createDatabase('sqlite', { preparedFor: dataDir });
      server = await startTestServer('sqlite', { dataDir });
    });
    afterAll(async () => {
      disk.makeRoom();
      await server.stop().catch(() => {});
      disk.unmount();
    });

    it('rejects every write with 507 until there is room', async () => {
      const { send } = server;
      const { _id } = await createRecord(send, category, { name: 'Pens' });
      const large = asUpload('large.png', Buffer.concat([makeFile('png'), randomBytes(3_000_000)]));
      const writes = [
        ['POST', '/v1/faq/', { name: 'Where?', description: '<p>Here</p>' }],
        ['PATCH', `/v1/category/updateById/${_id}`, { name: 'Ink' }],
        ['PATCH', `/v1/category/updateById/${_id}`, { image: asUpload('a.png', makeFile('png')) }],
        ['PATCH', `/v1/category/updateById/${_id}`, { image: large }],
        ['DELETE', `/v1/category/deleteById/${_id}`, undefined],
        ['POST', '/v1/category/bulk', { action: 'update', values: { status: 'INACTIVE' }, ids: [_id] }],
        ['POST', '/v1/user/login', admin],
      ] as const;
      disk.fill();
      for (const [method, path, body] of writes) {
        const { status, body: answer } = await send(method, path, { body });
        expect([method, path, status, answer]).toEqual([method, path, 507, { success: false, message }]);
      }
      for (const count of [1, 3000]) {
        expect(await importProducts(server, rows(count))).toEqual({
          status: 507,
          body: { success: false, message },
        });
      }
      expect((await importProducts(server, rows(1), '?async=true')).status).toBe(507);
      expect((await listRecords(send, 'category', '')).data).toMatchObject([{ _id, name: 'Pens' }]);
      expect((await send('GET', '/health/ready', { token: null })).status).toBe(200);
      expect([storedFiles(server.dataDir), stagedFiles(server.dataDir)]).toEqual([[], []]);
      disk.makeRoom();
      for (const [method, path, body] of writes) {
        if (method !== 'DELETE') expect([path, (await send(method, path, { body })).status]).toEqual([path, 200]);
      }
      expect((await importProducts(server, rows(3000))).status).toBe(200);
    });

    it('logs out', async () => {
      const { send } = server;
      // The new write-ahead log is short, so that every write needs room.
      await server.restart();
      const ended = await signIn(send, admin);
      const own = await signIn(send, admin);
      disk.fill();
      expect((await send('POST', '/v1/user/logout', { token: ended })).status).toBe(200);
      expect((await send('GET', '/v1/country/', { token: ended })).status).toBe(401);
      expect((await send('DELETE', '/v1/user/sessions', { token: own })).status).toBe(200);
      expect((await send('GET', '/v1/country/')).status).toBe(401);
      disk.makeRoom();
      await server.signInAgain();
    });

    it('ends the access of users', async () => {
      const { send } = server;
      const [thief, leaver] = await Promise.all(
        ['thief', 'leaver'].map(async (name) => {
          const credentials = { email: `${name}@example.com`, password: 'correct horse battery' };
          const { _id } = await createRecord(send, user, { ...credentials, role: 'SUBADMIN' });
          return { path: `/v1/user/updateById/${_id}`, token: await signIn(send, credentials) };
        }),
      );
      await server.restart();
      const isOut = async (token?: string) => (await send('GET', '/v1/country/', { token })).status === 401;
      disk.fill();
      expect((await send('PATCH', leaver?.path ?? '', { body: { status: 'INACTIVE' } })).status).toBe(200);
      expect(await isOut(leaver?.token)).toBe(true);
      expect((await send('POST', '/v1/user/confirm', { body: { password: admin.password } })).status).toBe(200);
      const body = { password: 'another horse battery' };
      expect((await send('PATCH', thief?.path ?? '', { body })).status).toBe(200);
      expect(await isOut(thief?.token)).toBe(true);
      const next = 'staple horse battery';
      const own = await send('POST', '/v1/user/password', { body: { current: admin.password, next } });
      expect(own.status).toBe(200);
      disk.makeRoom();
      await send('POST', '/v1/user/password', { body: { current: next, next: admin.password } });
    });

    it('fails an import in the background and says why', async () => {
      const { body } = await importProducts(server, rows(6000), '?async=true');
      disk.fill();
      const find = async () => (await server.send('GET', `/v1/jobs/${body.jobId}`)).body.data as Job;
      const failed = { state: 'failed', message: 'The server’s disk is full. Nothing was imported.' };
      await expect.poll(find).toMatchObject(failed);
      disk.makeRoom();
      const findStored = () =>
        withDatabase(server, (database) =>
          database.selectFrom('job').select('state').where('_id', '=', String(body.jobId)).execute(),
        );
      await expect.poll(findStored).toEqual([{ state: failed.state }]);
    });
  });

  it('lets a killed server start again', async () => {
    const disk = mountSmallDisk({ megabytes: 48 });
    const args = ['--port', '0', '--data', disk.path];
    const first = spawnServer(args, adminEnv);
    onTestFinished(() => {
      first.child.kill('SIGKILL');
      second?.child.kill('SIGKILL');
      disk.unmount();
    });
    let second: RunningCommand | undefined;
    const logIn = async (url: string) =>
      sendTo(
        () => url,
        () => null,
      )('POST', '/v1/user/login', { body: admin });
    await logIn(await readServerUrl(first));
    first.child.kill('SIGKILL');
    await once(first.child, 'exit');
    disk.fill();
    second = spawnServer(args, {});
    const url = await readServerUrl(second);
    expect((await fetch(`${url}/health/ready`)).status).toBe(200);
    expect((await logIn(url)).status).toBe(507);
  });

  describe('of the folder for temporary files', () => {
    const { TMPDIR } = process.env;
    let disk: SmallDisk;
    let server: TestServer;
    beforeAll(async () => {
      server = await startTestServer('sqlite');
      disk = mountSmallDisk({ megabytes: 2 });
      process.env.TMPDIR = disk.path;
    });
    afterAll(async () => {
      if (TMPDIR === undefined) delete process.env.TMPDIR;
      else process.env.TMPDIR = TMPDIR;
      disk.unmount();
      await server.stop();
    });

    it('rejects imports until there is room', async () => {
      disk.fill();
      expect(await importProducts(server, rows(10))).toEqual({
        status: 507,
        body: { success: false, message },
      });
      expect((await importProducts(server, rows(10), '?async=true')).status).toBe(507);
      disk.makeRoom();
      expect((await importProducts(server, rows(10))).status).toBe(200);
    });
  });

  // A database server elsewhere has no access to a disk of this computer.
  describe.skipIf(process.env.DATABASE_URL !== undefined)('of PostgreSQL', () => {
    const tablespace = `small_${randomBytes(8).toString('hex')}`;
    let disk: SmallDisk;
    let database: FreshDatabase;
    let server: TestServer;

    const runOnCluster = async (...statements: string[]) => {
      const client = new pg.Client({ connectionString: inject('postgresUrl') });
      await client.connect();
      for (const statement of statements) await client.query(statement);
      await client.end();
    };

    beforeAll(async () => {
      disk = mountSmallDisk({ megabytes: 48 });
      const dataDir = makeDataDir();
      database = await createDatabase('postgres', { preparedFor: dataDir });
      const name = new URL(database.databaseUrl ?? '').pathname.slice(1);
      await runOnCluster(
        `create tablespace ${tablespace} location '${disk.path}'`,
        `alter database ${name} set tablespace ${tablespace}`,
      );
      server = await startTestServer('postgres', { dataDir, databaseUrl: database.databaseUrl ?? '' });
    });
    afterAll(async () => {
      disk.makeRoom();
      await server.stop();
      await database.drop();
      await runOnCluster(`drop tablespace ${tablespace}`);
      disk.unmount();
    });

    it('rejects writes with 507 until there is room', async () => {
      const { send } = server;
      const total = async () => (await listRecords(send, 'faq', '')).total;
      // Text that PostgreSQL can't compress fills the pages that it has already allocated.
      const write = () =>
        send('POST', '/v1/faq/', {
          body: { name: 'Where?', description: `<p>${randomBytes(20_000).toString('hex')}</p>` },
        });
      disk.fill();
      let saved = await total();
      let response = await write();
      for (; response.status === 200; response = await write()) saved += 1;
      expect([response.status, response.body]).toEqual([507, { success: false, message }]);
      expect(await total()).toBe(saved);
      expect(await importProducts(server, rows(3000))).toEqual({
        status: 507,
        body: { success: false, message },
      });
      disk.makeRoom();
      expect((await write()).status).toBe(200);
      expect((await importProducts(server, rows(3000))).status).toBe(200);
      expect(await total()).toBe(saved + 1);
    });
  });
});
