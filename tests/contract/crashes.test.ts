import { sql } from 'kysely';
import { expect, it, vi } from 'vitest';
import { resourceTables } from '../../src/server/database/tables.ts';
import { findUsedFiles } from '../../src/server/files/file-uses.ts';
import { type CrashTarget, createCrashTarget, type Seen } from '../support/crash-harness.ts';
import { databaseKinds, withDatabase } from '../support/databases.ts';
import { stagedFiles, storedFiles } from '../support/files.ts';

// As many as a full test run has time for. CRASHES=200 takes about a minute.
const crashes = Number(process.env.CRASHES ?? 24);
const targets = 3;
const rounds = Math.ceil(crashes / targets / databaseKinds.length);

const readRows = (target: CrashTarget) =>
  withDatabase(target, async (database) => {
    if (!target.databaseUrl) {
      const whole = await sql`pragma integrity_check`.execute(database);
      expect(whole.rows).toEqual([{ integrity_check: 'ok' }]);
      expect((await sql`pragma foreign_key_check`.execute(database)).rows).toEqual([]);
    }
    const rows = await resourceTables(database).selectFrom('category').select(['_id', 'name', 'image']).execute();
    const stored = storedFiles(target.dataDir);
    return { rows, stored, used: await findUsedFiles(database, stored) };
  });

const expectWhole = async ({ known, ...target }: CrashTarget) => {
  const readSwept = async () => {
    const read = await readRows({ known, ...target });
    return read.stored.every((file) => read.used.has(file)) ? read : undefined;
  };
  // The server sweeps unused files in the background.
  const { rows, stored, used } = await vi.waitUntil(readSwept, { timeout: 20_000 });
  const found = new Map(rows.map(({ _id, name, image }) => [String(_id), { name, image } as Seen]));
  for (const [id, { confirmed, asked }] of known) {
    const now = found.get(id) ?? null;
    expect([confirmed, ...asked]).toContainEqual(now);
    known.set(id, { confirmed: now, asked: [] });
  }
  const images = rows.flatMap(({ image }) => (image === null ? [] : [String(image)]));
  expect(images.filter((image) => !stored.includes(image))).toEqual([]);
  expect(images.filter((image) => !used.has(image))).toEqual([]);
  expect(stagedFiles(target.dataDir)).toEqual([]);
};

it.each(databaseKinds)(
  'on %s a killed server loses no confirmed write',
  async (kind) => {
    const lanes = Array.from({ length: targets }, async (_, lane) => {
      const target = await createCrashTarget(kind);
      const look = () => expectWhole(target);
      // The number of responses before the kill varies, so that crashes hit different moments.
      for (let round = 0; round < rounds; round += 1) {
        await target.killAfter(1 + ((lane * rounds + round) % 23), look);
      }
      await target.killAfter(1, look);
      expect(target.known.size).toBeGreaterThanOrEqual(rounds);
      await target.remove();
    });
    await Promise.all(lanes);
  },
  10 * 60_000,
);
