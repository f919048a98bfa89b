import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openDraftSpool } from './draft-spool.ts';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'backoffice-spool-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const collect = async <Item>(items: AsyncIterable<Item>): Promise<Item[]> => {
  const collected: Item[] = [];
  for await (const item of items) collected.push(item);
  return collected;
};

const readAll = async (count: number): Promise<{ batches: number[]; rows: number[] }> => {
  const spool = await openDraftSpool<{ row: number; headers: Map<string, string> }>(join(folder, 'drafts'));
  const headers = new Map([['name', 'Name']]);
  for (let row = 0; row < count; row += 1) await spool.add({ row, headers });
  expect(spool.count()).toBe(count);
  const batches = await collect(spool.batches());
  expect(await collect(spool.batches())).toEqual(batches);
  await spool.close();
  expect(batches.flat().every((draft) => draft.headers.get('name') === 'Name')).toBe(true);
  return { batches: batches.map(({ length }) => length), rows: batches.flat().map(({ row }) => row) };
};

it('returns drafts in batches, in the order in which they were added', async () => {
  const { batches, rows } = await readAll(1200);
  expect(batches).toEqual([250, 250, 250, 250, 200]);
  expect(rows).toEqual(Array.from({ length: 1200 }, (_, row) => row));
});

it('returns no batch without drafts', async () => {
  expect(await readAll(0)).toEqual({ batches: [], rows: [] });
});
