import { z } from 'zod';
import { dataResponseSchema } from './api.ts';
import { bulkIdsSchema, filterSchema, requireOneTarget } from './bulk.ts';
import { product } from './resources/product.ts';

/** Shapes of `POST /product/labels`: labels of products and their variants, on sheets of labels. */

export const sheetPapers = { A4: { width: 210, height: 297 }, LETTER: { width: 215.9, height: 279.4 } } as const;

const size = (label: string, { min = 0, max = 300 } = {}) =>
  z
    .number({ error: `${label} must be a number` })
    .min(min, `${label} must be at least ${min} mm`)
    .max(max, `${label} can be at most ${max} mm`);

const count = (label: string, max: number) =>
  z
    .int({ error: `${label} must be a whole number` })
    .min(1, `${label} must be at least 1`)
    .max(max, `${label} can be at most ${max}`);

/** A sheet of labels, in millimetres. */
const sheetSchema = z.strictObject({
  paper: z.enum(['A4', 'LETTER']),
  columns: count('Columns', 20),
  rows: count('Rows', 50),
  width: size('Width', { min: 10 }),
  height: size('Height', { min: 8 }),
  left: size('Left margin'),
  top: size('Top margin'),
  columnGap: size('Gap between columns'),
  rowGap: size('Gap between rows'),
});
export type LabelSheet = z.output<typeof sheetSchema>;

const avery = { paper: 'A4', top: 15.1, rowGap: 0 } as const;

/** Sizes from the data sheets of the manufacturer. */
export const labelSheets: Readonly<Record<string, { label: string; sheet: LabelSheet }>> = {
  L7160: {
    label: 'Avery L7160: 21 labels of 63.5 x 38.1 mm',
    sheet: { ...avery, columns: 3, rows: 7, width: 63.5, height: 38.1, left: 7.2, columnGap: 2.55 },
  },
  L7163: {
    label: 'Avery L7163: 14 labels of 99.1 x 38.1 mm',
    sheet: { ...avery, columns: 2, rows: 7, width: 99.1, height: 38.1, left: 4.65, columnGap: 2.5 },
  },
  L7159: {
    label: 'Avery L7159: 24 labels of 63.5 x 33.9 mm',
    sheet: { ...avery, top: 12.9, columns: 3, rows: 8, width: 63.5, height: 33.9, left: 7.2, columnGap: 2.55 },
  },
  L7651: {
    label: 'Avery L7651: 65 labels of 38.1 x 21.2 mm',
    sheet: { ...avery, top: 10.7, columns: 5, rows: 13, width: 38.1, height: 21.2, left: 4.75, columnGap: 2.5 },
  },
};

export const labelCodes = {
  gtin: 'Barcode of the GTIN (EAN, UPC or ITF-14)',
  sku: 'Barcode of the SKU (Code 128)',
  page: 'QR code of the page on the website',
  none: 'No code',
} as const;

export const labelTexts = {
  sku: 'SKU',
  price: 'Price',
  mrp: 'MRP',
  netQuantity: 'Net quantity',
  countryOfOrigin: 'Country of origin',
} as const;

const keysOf = <Key extends string>(labels: Record<Key, string>) => Object.keys(labels) as [Key, ...Key[]];

export const maxLabels = 5000;

/** Millimetres by which printers miss a sheet. */
const tolerance = 0.5;

const shift = (label: string) =>
  z
    .number({ error: `${label} must be a number` })
    .min(-20, `${label} can be at most 20 mm`)
    .max(20, `${label} can be at most 20 mm`)
    .default(0);

/** Choices by which labels are printed. */
export const labelRequestSchema = z
  .strictObject({
    sheet: sheetSchema,
    right: shift('Shift to the right'),
    down: shift('Shift down'),
    start: count('First label', 1000).default(1).meta({ description: 'Place on the first sheet, by rows' }),
    copies: count('Copies', 500).default(1).meta({ description: 'Of each label' }),
    code: z.enum(keysOf(labelCodes)).default('gtin'),
    texts: z.array(z.enum(keysOf(labelTexts))).default(['sku', 'mrp']),
    hasVariants: z.boolean().default(true).meta({ description: 'Whether a product has a label for each variant' }),
    ids: bulkIdsSchema,
    filter: z.record(z.string().max(100), z.string().max(200)).optional(),
  })
  .superRefine(requireOneTarget)
  .superRefine(({ sheet, start, filter }, context) => {
    const add = (path: string[], message: string) => context.addIssue({ code: 'custom', path, message });
    const paper = sheetPapers[sheet.paper];
    const right = sheet.left + sheet.columns * sheet.width + (sheet.columns - 1) * sheet.columnGap;
    const bottom = sheet.top + sheet.rows * sheet.height + (sheet.rows - 1) * sheet.rowGap;
    const over = (edge: number, length: number) => edge > length + tolerance;
    if (over(right, paper.width))
      add(['sheet', 'width'], `The labels are ${toMm(right - paper.width)} wider than the paper`);
    if (over(bottom, paper.height))
      add(['sheet', 'height'], `The labels are ${toMm(bottom - paper.height)} higher than the paper`);
    if (start > sheet.columns * sheet.rows) add(['start'], `The sheet has ${sheet.columns * sheet.rows} labels`);
    const issues = filter && filterSchema(product).safeParse(filter).error?.issues;
    for (const { message } of issues ?? []) add(['filter'], message);
  })
  .meta({
    example: {
      sheet: { ...avery, columns: 3, rows: 7, width: 63.5, height: 38.1, left: 7.2, columnGap: 2.55 },
      code: 'gtin',
      texts: ['sku', 'mrp'],
      filter: { status: 'ACTIVE' },
    },
  });
export type LabelRequest = z.output<typeof labelRequestSchema>;

const toMm = (length: number): string => `${Math.round(length * 10) / 10} mm`;

export const labelPreviewSchema = dataResponseSchema(
  z.object({
    labelCount: z.number().meta({ example: 42 }),
    pageCount: z.number().meta({ example: 2 }),
    notices: z.array(z.string()).meta({
      description: 'Labels that lack something, and why',
      example: ['3 labels without a barcode: these products have no GTIN'],
    }),
    pdf: z.string().meta({ description: 'The first sheet as base64', example: 'JVBERi0xLjc=' }),
  }),
  'The first sheet',
);
export type LabelPreview = z.infer<typeof labelPreviewSchema>['data'];
