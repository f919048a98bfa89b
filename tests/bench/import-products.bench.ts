import assert from 'node:assert/strict';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { startServer } from '../../scripts/lib/server.ts';
import type { ImportReport } from '../../src/shared/import.ts';
import { readSpreadsheet } from '../../src/spreadsheet/read.ts';
import { writeWorkbook } from '../../src/spreadsheet/write.ts';
import { compare } from './support/measure.ts';

/**
 * How much an import of 50,000 rows costs through HTTP beside the parse of the same file alone, which no import can do
 * without: the check, which does everything and rolls it back; and of a CSV the import itself, the same one again
 * where all is there already, and taking it back.
 */
const count = 50_000;
const admin = { email: 'bench@example.com', password: 'correct horse battery' };

const colours = ['Red', 'Blue', 'Green', 'Black', 'White'];

function* rows() {
  for (let index = 0; index < count; index += 1) {
    const product = Math.floor(index / colours.length);
    const colour = colours[index % colours.length];
    yield {
      name: `Gel pen ${product}`,
      description: `Writes smoothly, number ${product}`,
      material: 'Plastic',
      colour,
      sku: `GEL-${product}-${colour}`,
      price: (100 + (product % 400)) / 4,
    };
  }
}

const columns = [
  { key: 'name', header: 'Name' },
  { key: 'description', header: 'Description' },
  { key: 'material', header: 'Material Type' },
  { key: 'colour', header: 'Attribute: Colour' },
  { key: 'sku', header: 'Variant SKU' },
  { key: 'price', header: 'Variant Price' },
];

const bytesOf = async (stream: Readable): Promise<Uint8Array<ArrayBuffer>> => {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk as Buffer);
  return new Uint8Array(Buffer.concat(chunks));
};

const fileOf = async (format: 'csv' | 'xlsx') => ({
  fileName: `products.${format}`,
  bytes: await bytesOf(writeWorkbook({ format, sheets: [{ name: 'Products', columns, rows: rows() }] })),
});

type File = Awaited<ReturnType<typeof fileOf>>;

const parseAlone = async ({ bytes, fileName }: File): Promise<number> => {
  const sheet = await readSpreadsheet({ bytes, fileName });
  let read = 0;
  for await (const _row of sheet.rows) read += 1;
  return read;
};

const dataDir = mkdtempSync(join(tmpdir(), 'bench-import-'));
const server = await startServer({
  args: ['--port', '0', '--data', dataDir],
  env: {
    BACKOFFICE_ADMIN_EMAIL: admin.email,
    BACKOFFICE_ADMIN_PASSWORD: admin.password,
    BACKOFFICE_LOG_LEVEL: 'error',
  },
});

const signIn = async (): Promise<string> => {
  const answer = await fetch(`${server.url}/v1/user/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(admin),
  });
  return ((await answer.json()) as { token: string }).token;
};

try {
  const headers = { authorization: `Bearer ${await signIn()}` };
  const send = async ({ bytes, fileName }: File, query = ''): Promise<ImportReport> => {
    const form = new FormData();
    form.set('excel', new Blob([bytes]), fileName);
    const answer = await fetch(`${server.url}/v1/product/upload-csv${query}`, {
      method: 'POST',
      headers,
      body: form,
    });
    const { report } = (await answer.json()) as { report: ImportReport };
    assert.deepEqual([report.rows, report.failed], [count, 0]);
    return report;
  };
  const takeBack = async ({ changeId }: ImportReport): Promise<void> => {
    const answer = await fetch(`${server.url}/v1/history/changes/${changeId}/revert`, {
      method: 'POST',
      headers,
    });
    assert.equal(answer.status, 200);
  };

  for (const format of ['csv', 'xlsx'] as const) {
    const file = await fileOf(format);
    assert.equal(await parseAlone(file), count);
    await compare({
      title: `${count} rows as ${format}, into an empty catalogue`,
      rounds: 3,
      contenders: [
        { name: 'the parse alone (the limit)', run: () => parseAlone(file) },
        { name: 'the check', run: () => send(file, '?dryRun=true') },
      ],
    });
    if (format === 'xlsx') continue;
    const begun = performance.now();
    const report = await send(file);
    console.log(`  the import itself: ${Math.round(performance.now() - begun)} ms`);
    await compare({
      title: `${count} rows as ${format}, which are all there already`,
      rounds: 3,
      contenders: [
        { name: 'the parse alone (the limit)', run: () => parseAlone(file) },
        { name: 'the import', run: () => send(file) },
      ],
    });
    const before = performance.now();
    await takeBack(report);
    console.log(`  taking the import back: ${Math.round(performance.now() - before)} ms`);
  }
} finally {
  const ended = once(server.process, 'exit');
  server.process.kill();
  await ended;
  rmSync(dataDir, { recursive: true });
}
