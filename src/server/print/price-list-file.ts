import type { Readable } from 'node:stream';
import { ZipFile } from 'yazl';
import type { CatalogueDesign } from '#shared/catalogue-design.ts';
import type { Currency } from '#shared/office.ts';
import { type CellValue, writeWorkbook } from '../../spreadsheet/write.ts';
import { describeValidFrom } from './blocks.ts';
import { listColumns, listLines } from './price-list.ts';
import { readPrintable, type Source } from './store-catalogue.ts';

type Printable = Awaited<ReturnType<typeof readPrintable>>;

/** Widths of columns in characters. */
const widthOf = (width: number): number => Math.round(width * 7);

/** A workbook with the lines of a price list, and a second sheet with its dealer, validity and currency. */
const writeList = ({ design, content: { sections } }: Printable, currency: Currency): Readable => {
  const columns = [{ key: 'section', title: 'Category', width: 3, read: () => '' }, ...listColumns(design)];
  const rows = sections.flatMap((section) =>
    listLines(design, section).map(
      (line): Record<string, CellValue> => ({
        ...Object.fromEntries(columns.map(({ key, read }) => [key, read(line)])),
        section: section.title,
      }),
    ),
  );
  const facts: readonly [string, CellValue][] = [
    ['Price list', design.title],
    ['Dealer', design.selection?.dealerName],
    ['Validity', design.validFrom && describeValidFrom(design.validFrom)],
    ['Currency', design.hasPrices ? (design.currency ?? currency) : ''],
    ['Notes', design.footer],
  ];
  return writeWorkbook({
    format: 'xlsx',
    sheets: [
      {
        name: 'Prices',
        columns: columns.map(({ key, title, width }) => ({ key, header: title, width: widthOf(width) })),
        rows,
      },
      {
        name: 'About',
        columns: [
          { key: 'fact', header: 'About this list', width: widthOf(3) },
          { key: 'value', header: '', width: widthOf(8) },
        ],
        rows: facts.flatMap(([fact, value]) => (value ? [{ fact, value }] : [])),
      },
    ],
  });
};

const toFileName = (name: string): string => `${name.replace(/[\\/:*?"<>|@]+/g, '-').slice(0, 150)}.xlsx`;

/** A price list as a workbook, or those of several dealers as an archive of workbooks. */
export const writePriceLists = async (
  { design, dealerIds }: { design: CatalogueDesign; dealerIds: readonly string[] },
  { context, currency }: Source,
): Promise<{ type: 'xlsx' | 'zip'; output: Readable }> => {
  const [dealerId = design.dealerId] = dealerIds;
  if (dealerIds.length < 2)
    return { type: 'xlsx', output: writeList(await readPrintable({ ...design, dealerId }, context), currency) };
  const archive = new ZipFile();
  const lists = [];
  for (const each of dealerIds) lists.push(await readPrintable({ ...design, dealerId: each }, context));
  for (const [index, list] of lists.entries()) {
    const name = list.design.selection?.dealerName ?? '';
    archive.addReadStream(writeList(list, currency), toFileName(`${index + 1} ${name}`));
  }
  archive.end();
  return { type: 'zip', output: archive.outputStream as unknown as Readable };
};
