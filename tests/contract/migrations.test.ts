import { rmSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { hashPassword } from '../../src/server/auth/passwords.ts';
import { startServer } from '../../src/server/start.ts';
import { migrate } from '../../src/server/storage/migrate.ts';
import { migrations } from '../../src/server/storage/migrations/index.ts';
import { resourceTables } from '../../src/server/storage/tables.ts';
import { createDatabase, databaseKinds, inDatabase } from '../support/server-databases.ts';
import { makeDataDir, sendTo, signIn, testConfig } from '../support/server-kit.ts';

const before = Object.fromEntries(Object.entries(migrations).filter(([name]) => name < '0003'));

describe.each(databaseKinds)('on %s', (kind) => {
  it('makes users of the accounts of an older version, who keep their passwords', async () => {
    const dataDir = makeDataDir();
    const { databaseUrl, drop } = await createDatabase(kind);
    const password = 'an old password';
    const passwordHash = await hashPassword(password);
    const account = { role: 'ADMIN', status: 'ACTIVE', version: 1, createdAt: 'then', updatedAt: 'then' };
    await inDatabase({ dataDir, databaseUrl }, async (database) => {
      await migrate({ database, migrations: before });
      await resourceTables(database)
        .insertInto('user')
        .values([
          { _id: 'a', name: 'Änne', email: 'anne@example.com', phone: '+491234', passwordHash, ...account },
          { _id: 'b', name: 'Bo', email: 'bo@example.com', phone: '', passwordHash, ...account },
        ])
        .execute();
    });
    const server = await startServer(testConfig({ dataDir, databaseUrl }));
    const send = sendTo(
      () => server.url,
      () => null,
    );
    const token = await signIn(send, { email: 'anne@example.com', password });
    await signIn(send, { email: '+49 12-34', password });
    await signIn(send, { email: 'bo@example.com', password });
    const found = await send('GET', '/v1/user/?query=anne', { token });
    expect(found.body.data).toMatchObject([{ _id: 'a', name: 'Änne', createdAt: 'then', countryId: null }]);
    expect((await send('GET', '/v1/user/', { token })).body.total).toBe(2);
    await server.stop();
    await drop();
    rmSync(dataDir, { recursive: true, force: true });
  });
});
