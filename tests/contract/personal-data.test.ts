import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { archiveDataFolder } from '../../src/server/backup/pack.ts';
import { restoreDataFolder } from '../../src/server/backup/restore.ts';
import { personalDataSchema } from '../../src/shared/personal-data.ts';
import { faq } from '../../src/shared/resources/faq.ts';
import { notification } from '../../src/shared/resources/notification.ts';
import { databaseKinds, isPaired, withDatabase } from '../support/databases.ts';
import { dumpDatabase } from '../support/dump-database.ts';
import { csv, importRecords } from '../support/import-client.ts';
import { createRecord } from '../support/record-factory.ts';
import { addSecondFactors } from '../support/second-factors.ts';
import { makeDataDir, signIn, startTestServer, type TestServer } from '../support/test-server.ts';

const password = 'a long password';
const person = {
  name: 'Zelda Quux',
  email: 'zelda@quux.example',
  phone: '+44 20 7946 0123',
  role: 'SUBADMIN',
};

const dumpText = async (server: TestServer) => {
  const { body } = await server.send('GET', '/v1/audit?pageSize=500');
  const jobs = await withDatabase(server, (database) => database.selectFrom('job').selectAll().execute());
  return JSON.stringify([await dumpDatabase(server), body, jobs]);
};

/** A user with second factors who logged in, changed a record, got a notification and is mentioned in an import and a stored response. */
const addPerson = async (server: TestServer) => {
  const { send } = server;
  const created = await send('POST', '/v1/user/', {
    body: { ...person, address: '1 Quux Street', password },
    headers: { 'idempotency-key': 'person' },
  });
  const { _id } = created.body.data as { _id: string };
  const token = await signIn(send, { email: person.email, password });
  await send('POST', '/v1/faq/', { token, body: { name: 'Asked', description: 'x' } });
  const { _id: seen } = await createRecord(send, notification, { userId: _id, name: 'Dear Zelda Quux' });
  const rows = csv(['Name', 'Email', 'Role'], [person.name, person.email, 'User']);
  const { body: started } = await importRecords(server, 'user', rows, '?async=true&dryRun=true');
  await expect
    .poll(async () => (await send('GET', `/v1/jobs/${started.jobId}`)).body.data)
    .toMatchObject({ state: 'done' });
  await send('GET', '/v1/faq/export?format=csv', { token });
  await withDatabase(server, (database) => addSecondFactors(database, { userId: _id, passkeyName: 'Laptop of Zelda' }));
  await expect.poll(async () => (await send('GET', '/v1/audit?query=zelda&event=signIn')).body.total).toBe(1);
  return { _id, notificationId: seen };
};

const remove = async ({ send }: TestServer, { _id, notificationId }: { _id: string; notificationId: string }) => {
  await send('DELETE', `/v1/notification/deleteById/${notificationId}`);
  expect((await send('DELETE', `/v1/user/deleteById/${_id}`)).status).toBe(200);
};

describe.each(databaseKinds)('on %s', (kind) => {
  it('erases the personal data of a deleted user after the name was confirmed', async () => {
    const server = await startTestServer(kind);
    const { send } = server;
    const added = await addPerson(server);
    const erase = (name: string, id = added._id) => send('POST', '/v1/user/erase', { body: { id, name } });
    expect((await erase(person.name)).status).toBe(409);
    await remove(server, added);
    const wrong = await erase('Zelda');
    expect([wrong.status, wrong.body.errors?.[0]?.field]).toEqual([400, 'name']);
    expect((await erase(person.name, 'nobody')).status).toBe(404);
    expect(await dumpText(server)).toMatch(/zelda/i);

    expect((await erase(person.name)).status).toBe(200);
    expect(await dumpText(server)).not.toMatch(/quux|zelda|7946\s?0123|passkey-of|recovery code|JBSWY3DPEHPK3PXP/i);
    const { body } = await send('GET', `/v1/audit?subjectId=${added._id}`);
    expect(body.data).toMatchObject([{ event: 'personalDataErased', userName: 'Administrator' }, {}, {}]);
    const changes = await send('GET', '/v1/history?resource=faq');
    expect(changes.body.data).toMatchObject([{ userId: added._id, userName: null, title: 'Asked' }]);
    expect((await send('GET', '/v1/trash')).body.total).toBe(0);
    expect((await erase(person.name)).status).toBe(404);
    await server.stop();
  });

  it('exports all data about one user as JSON, without secrets', async () => {
    const server = await startTestServer(kind);
    const { _id } = await addPerson(server);
    const response = await server.send('GET', `/v1/user/personal-data?id=${_id}`);
    expect(response.headers.get('content-disposition')).toContain('attachment');
    const data = personalDataSchema.parse(response.body);
    expect(data).toMatchObject({
      user: { _id, ...person },
      history: [{ action: 'create', after: { email: person.email } }],
      changes: [{ resource: faq.name, title: 'Asked' }],
      twoFactor: true,
      passkeys: [{ name: 'Laptop of Zelda', createdAt: expect.any(String), lastUsedAt: null }],
      sessions: [{ userId: _id }],
      notifications: [{ name: 'Dear Zelda Quux' }],
      imports: [],
    });
    expect(data.audit.map(({ event }) => event).slice(0, 4)).toEqual(['userCreated', 'password', 'signIn', 'export']);
    expect(JSON.stringify(data)).not.toMatch(/argon2|passwordHash|jti|JBSWY3DPEHPK3PXP|cHVibGlj/);
    expect((await server.send('GET', '/v1/user/personal-data?id=nobody')).status).toBe(404);
    const { body } = await server.send('GET', `/v1/audit?event=personalDataExported&subjectId=${_id}`);
    expect(body.total).toBe(1);
    await server.stop();
  });
});

it.skipIf(isPaired)(
  'erases the data of a person again that the restore of an earlier backup brought back',
  async () => {
    const server = await startTestServer('sqlite');
    const backup = join(makeDataDir(), 'backup.zip');
    const added = await addPerson(server);
    await archiveDataFolder({ dataDir: server.dataDir, to: backup, tempDir: `${backup}.part` });
    await remove(server, added);
    const body = { id: added._id, name: person.name };
    expect((await server.send('POST', '/v1/user/erase', { body })).status).toBe(200);
    await server.restart({}, () => restoreDataFolder({ dataDir: server.dataDir, from: backup }));
    await server.signInAgain();
    expect((await server.send('GET', '/v1/user/')).body.total).toBe(1);
    expect(await dumpText(server)).not.toMatch(/quux|zelda|7946\s?0123/i);
    await server.stop();
    for (const folder of [`${server.dataDir}.before-restore`, join(backup, '..')])
      rmSync(folder, { recursive: true, force: true });
  },
);
