import assert from 'node:assert/strict';
import { Readable } from 'node:stream';
import type { ImportReport } from '../../src/shared/import.ts';
import { readSpreadsheet } from '../../src/spreadsheet/read.ts';
import { writeWorkbook } from '../../src/spreadsheet/write.ts';
import { prepareBareImport } from './support/bare-import.ts';
import { startBenchServer } from './support/bench-server.ts';
import { importProducts } from './support/import-products.ts';
import { compare } from './support/measure.ts';
import { installPeer, loadPeer } from './support/peer.ts';

/**
 * Measures importing 50,000 rows over HTTP against parsing the same file alone, the lower bound, and against
 * exceljs: the check (a full import that is rolled back), the import, and a second import that changes nothing. The
 * import is also compared with the bare statements that write the same rows.
 */
const count = 50_000;

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

const makeFile = async (format: 'csv' | 'xlsx') => ({
  fileName: `products.${format}`,
  bytes: await bytesOf(writeWorkbook({ format, sheets: [{ name: 'Products', columns, rows: rows() }] })),
});

type File = Awaited<ReturnType<typeof makeFile>>;

type Read = { rows: number; characters: number; prices: number };

const none: Read = { rows: 0, characters: 0, prices: 0 };

const add = (read: Read, { name, sku, price }: { name: unknown; sku: unknown; price: unknown }): void => {
  read.rows += 1;
  read.characters += String(name).length + String(sku).length;
  read.prices += Number(price);
};

const wanted = (): Read => {
  const read = { ...none };
  for (const row of rows()) add(read, row);
  return read;
};

const parseAlone = async ({ bytes, fileName }: File): Promise<Read> => {
  const sheet = await readSpreadsheet({ bytes, fileName });
  const read = { ...none };
  const [name = 0, sku = 0, price = 0] = ['Name', 'Variant SKU', 'Variant Price'].map((title) =>
    sheet.columns.indexOf(title),
  );
  for await (const batch of sheet.batches) {
    for (const { cells } of batch) add(read, { name: cells[name], sku: cells[sku], price: cells[price] });
  }
  return read;
};

type PeerRow = { getCell: (column: number) => { value: unknown } };
type PeerSheet = { eachRow: (visit: (row: PeerRow, number: number) => void) => void };
type Peer = {
  Workbook: new () => {
    xlsx: { load: (bytes: Buffer) => Promise<unknown> };
    csv: { read: (stream: Readable) => Promise<unknown> };
    worksheets: PeerSheet[];
  };
};

const peerVersion = '4.4.0';
const peerFolder = await installPeer({
  name: 'exceljs',
  version: peerVersion,
  // The newest matching version has a dependency that not every registry offers.
  overrides: { traverse: '0.3.9' },
});
const peer = peerFolder && (loadPeer(peerFolder, 'exceljs') as Peer);

const readByPeer = async ({ Workbook }: Peer, { bytes, fileName }: File): Promise<Read> => {
  const workbook = new Workbook();
  if (fileName.endsWith('.csv')) await workbook.csv.read(Readable.from([Buffer.from(bytes)]));
  else await workbook.xlsx.load(Buffer.from(bytes));
  const read = { ...none };
  workbook.worksheets[0]?.eachRow((row, number) => {
    const [name, sku, price] = [1, 5, 6].map((column) => row.getCell(column).value);
    if (number > 1) add(read, { name, sku, price });
  });
  return read;
};

const office = await startBenchServer();

try {
  const { url, headers } = office;
  const send = async ({ bytes, fileName }: File, query = ''): Promise<ImportReport> => {
    const report = await importProducts(office, { file: new Blob([bytes]), name: fileName, query });
    assert.equal(report.rows, count);
    return report;
  };
  let done: ImportReport | undefined;
  const importAll = async (file: File): Promise<void> => {
    done = await send(file);
  };
  const revertImport = async (): Promise<void> => {
    const response = await fetch(`${url}/v1/history/changes/${done?.changeId}/revert`, {
      method: 'POST',
      headers,
    });
    assert.equal(response.status, 200);
  };

  for (const format of ['csv', 'xlsx'] as const) {
    const file = await makeFile(format);
    const limit = { name: 'the parse alone (the limit)', run: () => parseAlone(file) };
    const readers = [
      limit,
      ...(peer ? [{ name: `exceljs ${peerVersion} reading it`, run: () => readByPeer(peer, file) }] : []),
    ];
    for (const { run } of readers) assert.deepEqual(await run(), wanted());
    await compare({
      title: `${count} rows as ${format}, into an empty catalogue`,
      rounds: 3,
      contenders: [
        ...readers,
        { name: 'the check', run: () => send(file, '?dryRun=true') },
        { name: 'the import', run: () => importAll(file), tidy: revertImport },
      ],
    });
    if (format === 'csv') {
      const readImported = prepareBareImport(office);
      await importAll(file);
      const bare = readImported();
      await revertImport();
      await compare({
        title: `${count} rows as ${format}, and the statements that write them`,
        rounds: 3,
        contenders: [
          { name: 'bare statements (the limit)', run: bare.run, tidy: bare.tidy },
          { name: 'the import', run: () => importAll(file), tidy: revertImport },
        ],
      });
      bare.close();
    }
    await importAll(file);
    await compare({
      title: `${count} rows as ${format}, which are all there already`,
      rounds: 3,
      contenders: [limit, { name: 'the import', run: () => send(file) }],
    });
    const before = performance.now();
    await revertImport();
    console.log(`  taking the import back: ${Math.round(performance.now() - before)} ms`);
  }
} finally {
  await office.close();
}
