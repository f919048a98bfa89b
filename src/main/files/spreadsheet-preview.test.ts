import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createLocalFiles, type LocalFiles } from './local-files.ts';
import { previewLocalSpreadsheet } from './spreadsheet-preview.ts';

let folder: string;
let files: LocalFiles;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'spreadsheet-preview-'));
  files = createLocalFiles(join(folder, 'pasted'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const pick = async (name: string, content: string) => {
  const path = join(folder, name);
  await writeFile(path, content);
  const result = await files.add({ path, kind: 'spreadsheet' });
  if ('error' in result) throw new Error(result.error);
  return { path, id: result.file.id };
};

it('previews a picked file', async () => {
  const { id } = await pick('pens.csv', 'Name,Price\nGel pen,10\n');
  const numbers = { point: 0, comma: 0, unclearPoint: 0, unclearComma: 0, long: 0 };
  expect(await previewLocalSpreadsheet({ id }, files)).toEqual({
    preview: {
      columnProfiles: [
        { title: 'Name', letter: 'A', filled: 1, samples: ['Gel pen'], numbers },
        { title: 'Price', letter: 'B', filled: 1, samples: ['10'], numbers },
      ],
      delimiter: ',',
      encoding: 'utf-8',
      headerRow: 1,
      rowCount: 1,
      topRows: [
        { row: 1, cells: ['Name', 'Price'] },
        { row: 2, cells: ['Gel pen', '10'] },
      ],
      sheets: ['pens'],
      sheet: 'pens',
      columns: ['Name', 'Price'],
      rows: [{ row: 2, cells: ['Gel pen', '10'] }],
      hasMore: false,
    },
  });
});

it('reports an invalid or missing file', async () => {
  const page = await pick('page.csv', '<html><body>Pens</body></html>');
  expect(await previewLocalSpreadsheet(page, files)).toEqual({
    error: expect.stringContaining('page.csv is a web page'),
    isFileUnavailable: false,
  });
  const moved = await pick('moved.csv', 'Name\nPen\n');
  await rm(moved.path);
  expect(await previewLocalSpreadsheet(moved, files)).toMatchObject({ isFileUnavailable: true });
  expect(await previewLocalSpreadsheet({ id: 'unknown' }, files)).toMatchObject({ isFileUnavailable: true });
});
