import { randomUUID } from 'node:crypto';
import { rmSync } from 'node:fs';
import { sql } from 'kysely';
import { pino } from 'pino';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  type Change,
  type ChangeFeed,
  CursorExpiredError,
  createChangeFeed,
  readChanges,
  readCursor,
} from '../../src/server/changes/feed.ts';
import type { DatabaseHandle } from '../../src/server/database/database-handle.ts';
import { newId } from '../../src/server/database/ids.ts';
import { openDatabase } from '../../src/server/database/open.ts';
import type { Database } from '../../src/server/database/tables.ts';
import { faq } from '../../src/shared/resources/faq.ts';
import { createDatabase, databaseKinds, type FreshDatabase, withDatabase } from '../support/databases.ts';
import { csv, importProducts } from '../support/import-client.ts';
import { createRecord } from '../support/record-factory.ts';
import { makeDataDir, startTestServer } from '../support/test-server.ts';

const log = pino({ level: 'silent' });
const hour = 60 * 60 * 1000;

const dataDirs: string[] = [];
let fresh: FreshDatabase | undefined;
const handles: DatabaseHandle[] = [];
const feeds: ChangeFeed[] = [];
afterEach(async () => {
  for (const feed of feeds.splice(0)) await feed.close();
  for (const handle of handles.splice(0)) await handle.close();
  await fresh?.drop();
  for (const dataDir of dataDirs.splice(0)) rmSync(dataDir, { recursive: true, force: true });
});

const openHandle = async (databaseUrl: string | undefined, dataDir = makeDataDir()) => {
  dataDirs.push(dataDir);
  const handle = await openDatabase({
    dataDir,
    databaseUrl,
    onConnectionError: () => {},
    onWarning: () => {},
  });
  handles.push(handle);
  return handle;
};

/** A feed that doesn't poll, so that only notifications wake it up. */
const openFeed = async (databaseHandle: DatabaseHandle, pollInterval = hour) => {
  const feed = await createChangeFeed({ databaseHandle, log, pollInterval });
  feeds.push(feed);
  return feed;
};

const addEntry = async (database: Database, recordId: string): Promise<void> => {
  const entry = { changeId: newId(), resource: 'faq', title: '', action: 'update', at: '' } as const;
  await database
    .insertInto('history')
    .values({
      _id: newId(),
      recordId,
      userId: null,
      userName: null,
      before: '{}',
      after: '{}',
      revertOf: null,
      ...entry,
    })
    .execute();
};

const write = ({ transaction }: DatabaseHandle, recordId: string) =>
  transaction((database) => addEntry(database, recordId));

/** Subscribes and collects the ids of the changed records. */
const collect = async (feed: ChangeFeed, after?: string) => {
  const seen: { ids: string[]; cursor: string } = { ids: [], cursor: '' };
  const { cursor, unsubscribe } = await feed.subscribe(
    (batch) => {
      seen.ids.push(...batch.changes.map(({ recordId }: Change) => recordId));
      seen.cursor = batch.cursor;
    },
    { after },
  );
  seen.cursor ||= cursor;
  return { seen, unsubscribe };
};

describe.each(databaseKinds)('on %s', (kind) => {
  it('contains every change through the API', async () => {
    const server = await startTestServer(kind);
    const after = await withDatabase(server, readCursor);
    const { _id } = await createRecord(server.send, faq);
    await server.send('PATCH', `/v1/faq/updateById/${_id}`, { body: { name: 'Changed' } });
    await server.send('DELETE', `/v1/faq/deleteById/${_id}`);
    await importProducts(server, csv(['Name'], ['Imported']));
    const changes = await withDatabase(server, async (database) =>
      readChanges(database, { after, until: await readCursor(database) }),
    );
    expect(changes.map(({ resource, action }) => `${action} ${resource}`)).toEqual([
      ...['create faq', 'update faq', 'delete faq', 'create product'],
    ]);
    expect(changes[0]).toMatchObject({ recordId: _id, changeId: expect.any(String), at: expect.any(String) });
    await server.stop();
  });

  it('passes changes of parallel transactions on once each, and those of a record in order', async () => {
    fresh = await createDatabase(kind);
    const handle = await openHandle(fresh.databaseUrl);
    const { seen } = await collect(await openFeed(handle));
    const expected: string[] = [];
    const writers = Array.from({ length: 6 }, async (_, writer) => {
      for (let count = 0; count < 20; count += 1) {
        await write(handle, `${writer} ${count}`);
        expected.push(`${writer} ${count}`);
      }
    });
    await Promise.all(writers);
    await expect.poll(() => seen.ids.length).toBe(expected.length);
    const ofFirst = (ids: string[]) => ids.filter((id) => id.startsWith('0 '));
    expect(ofFirst(seen.ids)).toEqual(ofFirst(expected));
    expect(seen.ids.toSorted()).toEqual(expected.toSorted());
  });

  it('lets a subscriber continue after its last change', async () => {
    fresh = await createDatabase(kind);
    const handle = await openHandle(fresh.databaseUrl);
    const feed = await openFeed(handle);
    await write(handle, 'before');
    const { seen, unsubscribe } = await collect(feed);
    await write(handle, 'first');
    await expect.poll(() => seen.ids).toEqual(['first']);
    unsubscribe();
    await write(handle, 'missed');
    const { seen: later } = await collect(feed, seen.cursor);
    await write(handle, 'last');
    await expect.poll(() => later.ids).toEqual(['missed', 'last']);
    expect(seen.ids).toEqual(['first']);
  });

  it('rejects a cursor that is older than a day', async () => {
    fresh = await createDatabase(kind);
    const feed = await openFeed(await openHandle(fresh.databaseUrl));
    const { seen } = await collect(feed);
    const old = seen.cursor.replace(/^\d+/, String(Date.now() - 25 * hour));
    await expect(collect(feed, old)).rejects.toThrow(CursorExpiredError);
  });
});

describe('with two servers', () => {
  let first: DatabaseHandle;
  let second: DatabaseHandle;
  beforeEach(async () => {
    fresh = await createDatabase('postgres');
    first = await openHandle(fresh.databaseUrl);
    second = await openHandle(fresh.databaseUrl);
  });

  it('passes the changes of one server on to the other', async () => {
    await openFeed(first);
    const { seen } = await collect(await openFeed(second));
    for (const id of ['1', '2', '3']) await write(first, id);
    await expect.poll(() => seen.ids).toEqual(['1', '2', '3']);
  });

  it('neither misses a transaction that commits late nor waits for it', async () => {
    await openFeed(first);
    const { seen } = await collect(await openFeed(second));
    await first.transaction(async (database) => {
      await addEntry(database, 'late');
      await write(first, 'early');
      await expect.poll(() => seen.ids).toEqual(['early']);
    });
    await expect.poll(() => seen.ids).toEqual(['early', 'late']);
    await write(first, 'after');
    await expect.poll(() => seen.ids).toEqual(['early', 'late', 'after']);
  });

  it('lets a subscriber of one server continue on the other', async () => {
    const firstFeed = await openFeed(first);
    const secondFeed = await openFeed(second);
    const { seen, unsubscribe } = await collect(firstFeed);
    await first.transaction(async (database) => {
      await addEntry(database, 'open');
      await write(first, 'seen');
      await expect.poll(() => seen.ids).toEqual(['seen']);
      unsubscribe();
    });
    const { seen: later } = await collect(secondFeed, seen.cursor);
    await write(first, 'last');
    await expect.poll(() => later.ids).toEqual(['open', 'last']);
  });

  it('finds changes after its connection for notifications was cut', async () => {
    await openFeed(first);
    const { seen } = await collect(await openFeed(second));
    await write(first, 'before');
    await expect.poll(() => seen.ids).toEqual(['before']);
    await sql`
      select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and (query like 'listen %' or query like '%pg_notify(%')
        and pid <> pg_backend_pid()
    `.execute(first.database);
    await write(first, randomUUID());
    await expect.poll(() => seen.ids.length).toBe(2);
  });

  it('finds changes without notifications by polling', async () => {
    const connectForNotifications = () => Promise.reject(new Error('no connection'));
    const { seen } = await collect(await openFeed({ ...second, connectForNotifications }, 50));
    await write(first, 'polled');
    await expect.poll(() => seen.ids).toEqual(['polled']);
  });
});
