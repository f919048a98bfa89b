import { existsSync, readdirSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, it, vi } from 'vitest';
import type { Database } from '../../src/server/database/tables.ts';
import { withDatabase } from '../support/databases.ts';
import { hour, useFakeClock } from '../support/fake-clock.ts';
import { createProduct } from '../support/product-factory.ts';
import { makeTempDir } from '../support/temp-dir.ts';
import { startTestServer, type TestServer } from '../support/test-server.ts';

afterEach(() => {
  vi.useRealTimers();
});

const longAgo = '2000-01-01T00:00:00.000Z';
const oldId = '00000000-0000-7000-8000-000000000001';
const minute = 60_000;

const query =
  <Result>(work: (database: Database) => Promise<Result>) =>
  (server: TestServer) =>
    withDatabase(server, work);

const hasNone = (
  table: 'session' | 'idempotencyKey' | 'presence' | 'loginCount' | 'audit' | 'trash' | 'webhookDelivery',
) =>
  query(async (database) => {
    const found = await database.selectFrom(table).select('_id').where('_id', '=', oldId).executeTakeFirst();
    return found === undefined;
  });

const readUserId = async (database: Database) =>
  (await database.selectFrom('user').select('_id').executeTakeFirstOrThrow())._id;

type Schedule = {
  prepare: (server: TestServer) => Promise<unknown>;
  /** Milliseconds after which it is due. */
  after?: number;
  isDone: (server: TestServer) => Promise<boolean>;
};

/** Results of all work that the server does by the clock. */
const schedules: Record<string, Schedule> = {
  'removes ended sessions': {
    prepare: query(async (database) => {
      const session = {
        _id: oldId,
        userId: await readUserId(database),
        createdAt: longAgo,
        expiresAt: longAgo,
      };
      await database.insertInto('session').values(session).execute();
    }),
    isDone: hasNone('session'),
  },
  'removes old responses': {
    prepare: query((database) => {
      const response = { _id: oldId, request: '', status: 200, body: '{}', createdAt: longAgo };
      return database.insertInto('idempotencyKey').values(response).execute();
    }),
    isDone: hasNone('idempotencyKey'),
  },
  'removes expired presence': {
    prepare: query(async (database) => {
      const open = { resource: 'faq', recordId: 'x', mode: 'edit', expiresAt: longAgo } as const;
      const presence = { _id: oldId, userId: await readUserId(database), ...open };
      await database.insertInto('presence').values(presence).execute();
    }),
    isDone: hasNone('presence'),
  },
  'removes expired counts of logins': {
    prepare: query((database) =>
      database.insertInto('loginCount').values({ _id: oldId, count: 1, expiresAt: longAgo }).execute(),
    ),
    isDone: hasNone('loginCount'),
  },
  'removes expired audit entries': {
    prepare: query((database) =>
      database
        .insertInto('audit')
        .values({
          _id: oldId,
          event: 'export',
          outcome: 'success',
          userId: null,
          userName: null,
          subjectId: null,
          subjectName: null,
          address: null,
          detail: null,
          createdAt: longAgo,
        })
        .execute(),
    ),
    isDone: hasNone('audit'),
  },
  'purges expired trash': {
    prepare: query((database) =>
      database
        .insertInto('trash')
        .values({
          _id: oldId,
          deletedWith: null,
          resource: 'faq',
          recordId: 'x',
          title: 'Old',
          search: 'old',
          userId: null,
          userName: null,
          deletedAt: longAgo,
        })
        .execute(),
    ),
    isDone: hasNone('trash'),
  },
  'removes old messages of webhooks': {
    prepare: query(async (database) => {
      const none = { cursor: null, failingSince: null, pausedAt: longAgo, pauseReason: null };
      const webhook = { _id: oldId, url: 'https://example.com/', secret: 'whsec_AAAA', createdAt: longAgo, ...none };
      await database.insertInto('webhook').values(webhook).execute();
      await database
        .insertInto('webhookDelivery')
        .values({
          _id: oldId,
          webhookId: oldId,
          type: 'test',
          body: '{}',
          state: 'delivered',
          attempts: 1,
          status: 200,
          error: null,
          createdAt: longAgo,
          attemptedAt: longAgo,
          nextAttemptAt: null,
        })
        .execute();
    }),
    isDone: hasNone('webhookDelivery'),
  },
  'sweeps unused files': {
    prepare: async ({ dataDir }) => {
      const path = join(dataDir, 'uploads', `${'0'.repeat(32)}.png`);
      writeFileSync(path, 'unused');
      utimesSync(path, 0, 0);
    },
    isDone: async ({ dataDir }) => !existsSync(join(dataDir, 'uploads', `${'0'.repeat(32)}.png`)),
  },
  'computes outdated completeness again': {
    prepare: async (server) => {
      await createProduct(server.send, { name: 'Pen' });
      await query((database) =>
        database
          .updateTable('product' as never)
          .set({ completenessKey: 'former' } as never)
          .execute(),
      )(server);
    },
    isDone: query(async (database) => {
      const products = database.selectFrom('product' as never).select('completenessKey' as never);
      return (await products.execute()).every((row) => Object.values(row)[0] !== 'former');
    }),
  },
  'checks the data every week': {
    prepare: query(async (database) => {
      const started = { _id: 'dataCheckStartedAt', value: longAgo };
      await database.insertInto('setting').values(started).execute();
    }),
    isDone: query(async (database) => {
      const setting = database.selectFrom('setting').select('value').where('_id', '=', 'dataCheckStartedAt');
      return (await setting.executeTakeFirstOrThrow()).value !== longAgo;
    }),
  },
};

it('does everything that is scheduled when its time comes', async () => {
  useFakeClock('setInterval', 'clearInterval');
  const server = await startTestServer('sqlite');
  for (const { prepare } of Object.values(schedules)) await prepare(server);
  vi.advanceTimersByTime(hour);
  for (const [name, { isDone }] of Object.entries(schedules))
    await expect.poll(async () => [name, await isDone(server)]).toEqual([name, true]);
  await server.stop();
});

it('makes a backup when its time comes, also if the clock was ahead meanwhile', async () => {
  const now = useFakeClock('setInterval', 'clearInterval');
  const to = makeTempDir('backup');
  const numbers = () =>
    readdirSync(to)
      .filter((name) => /^\d{6}-/.test(name))
      .map((name) => name.slice(0, 6))
      .sort();
  const at = new Date(now + 2 * hour).toTimeString().slice(0, 'hh:mm'.length);
  const server = await startTestServer('sqlite', { backups: { at, to, keep: 2 } });
  await expect.poll(numbers, { message: 'at the start' }).toEqual(['000001']);
  vi.advanceTimersByTime(2 * hour + minute);
  await expect.poll(numbers, { message: 'at its time' }).toEqual(['000001', '000002']);
  vi.setSystemTime(now + 26 * hour);
  vi.advanceTimersByTime(minute);
  await expect.poll(numbers, { message: 'with the clock a day ahead' }).toEqual(['000002', '000003']);
  vi.setSystemTime(now + 3 * hour);
  vi.advanceTimersByTime(minute);
  await expect.poll(numbers, { message: 'with the right time again' }).toEqual(['000003', '000004']);
  vi.advanceTimersByTime(24 * hour);
  await expect.poll(numbers, { message: 'on the next day' }).toEqual(['000004', '000005']);
  expect((await server.send('GET', '/health/ready', { token: null })).body.warnings).toBeUndefined();
  await server.stop();
  rmSync(to, { recursive: true });
});
