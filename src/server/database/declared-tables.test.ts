import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { missingTables } from './declared-tables.ts';
import { openTestDatabase } from './open-test-database.testing.ts';

it('adds what the declarations ask for and a database lacks when it is opened', async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'backoffice-declared-'));
  const before = await openTestDatabase(dataDir);
  expect(await missingTables(before.database)).toEqual([]);
  const removals = ['drop table faq_words', 'drop table faq', 'drop index gift_by_name'];
  removals.push('alter table gift drop column "userLimit"', 'alter table notification drop column "userId"');
  for (const removal of ['drop index "gift_by_userLimit"', 'drop index "notification_by_userId"', ...removals])
    await sql.raw(removal).execute(before.database);
  expect(await missingTables(before.database)).toEqual([
    'alter table "notification" add column "userId" text references "user" ("_id") on delete restrict',
    'create index "notification_by_userId" on "notification" ("userId", "_id" desc)',
    expect.stringMatching(/^create table "faq" \("_id" text primary key not null, "name" text not null default ''/),
    'create index "faq_by_status" on "faq" ("status", "_id" desc)',
    'create index "faq_by_name" on "faq" (lower("name"), "_id" desc)',
    'create index "faq_by_createdAt" on "faq" ("createdAt", "_id" desc)',
    'create index "faq_by_updatedAt" on "faq" ("updatedAt", "_id" desc)',
    'alter table "gift" add column "userLimit" double precision ',
    'create index "gift_by_name" on "gift" (lower("name"), "_id" desc)',
    'create index "gift_by_userLimit" on "gift" ("userLimit", "_id" desc)',
  ]);
  await before.close();
  const after = await openTestDatabase(dataDir);
  expect(await missingTables(after.database)).toEqual([]);
  await after.close();
  rmSync(dataDir, { recursive: true, force: true });
});
