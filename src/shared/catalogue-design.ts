import { z } from 'zod';
import { dataResponseSchema } from './api.ts';
import { bulkIdsSchema, filterSchema, requireOneTarget } from './bulk.ts';
import { parsePriceFormula, priceFormulaMessage } from './resource-kit/price-formula.ts';
import type { ListQuery } from './resource-kit/schemas.ts';
import { flag, idOf } from './resource-kit/shapes.ts';
import { product } from './resources/product.ts';

/** Shapes of `POST /catalogue/make` and its neighbours: a catalogue that is printed from products. */

export const catalogueLayouts = {
  grid6: 'Six products per page',
  grid12: 'Twelve products per page',
  list: 'List with variants',
  single: 'One product per page',
  prices: 'Price list',
} as const;

export const paperSizes = { A4: 'A4', LETTER: 'Letter' } as const;

export const catalogueDetails = {
  sku: 'SKU',
  materialType: 'Material type',
  gtin: 'GTIN',
  mrp: 'MRP',
  netQuantity: 'Net quantity',
  hsnCode: 'HSN code',
  countryOfOrigin: 'Country of origin',
  description: 'Description',
  variants: 'Variants',
} as const;

const keysOf = <Key extends string>(labels: Record<Key, string>) => Object.keys(labels) as [Key, ...Key[]];

const lineText = (label: string, max: number) =>
  z
    .string({ error: `${label} must be text` })
    .trim()
    .max(max, `${label} can have up to ${max} characters`);

/** Choices by which a catalogue is made. */
export const catalogueDesignSchema = z
  .strictObject({
    title: lineText('Title', 120).min(1, 'Enter a title').meta({ example: 'Autumn 2026' }),
    subtitle: lineText('Subtitle', 200).default('').meta({ example: 'Writing and paper' }),
    introduction: lineText('Introduction', 3000).default('').meta({ example: 'Everything for the new term.' }),
    footer: lineText('Footer', 120).default('').meta({ example: 'Prices include taxes' }),
    layout: z.enum(keysOf(catalogueLayouts)).default('grid6').meta({ example: 'grid6' }),
    paper: z.enum(keysOf(paperSizes)).default('A4').meta({ example: 'A4' }),
    color: z
      .string()
      .regex(/^#[0-9a-f]{6}$/i, 'Enter a colour such as #c2262e')
      .default('#c2262e')
      .meta({ description: 'Colour of the cover, the headings and the prices', example: '#c2262e' }),
    details: z
      .array(z.enum(keysOf(catalogueDetails)))
      .default(['sku', 'description', 'variants'])
      .meta({ description: 'What is printed beside name and picture', example: ['sku', 'variants'] }),
    hasPrices: z.boolean().default(true).meta({ example: true }),
    priceFormula: lineText('Price formula', 30)
      .refine((text) => text === '' || parsePriceFormula(text) !== null, priceFormulaMessage)
      .default('')
      .meta({ description: 'Changes the printed prices only, such as `+10%`', example: '+10%' }),
    hasContents: flag('hasContents', 'Whether it has a table of contents'),
    hasIndex: flag('hasIndex', 'Whether it ends with an index of names and SKUs'),
    hasQrCodes: flag('hasQrCodes', 'Whether a QR code leads to the page of each product on the website'),
    ids: bulkIdsSchema,
    filter: z
      .record(z.string().max(100), z.string().max(200))
      .optional()
      .meta({ description: 'Selects the products that match these list parameters, instead of `ids`' }),
  })
  .superRefine(requireOneTarget)
  .superRefine(({ filter }, context) => {
    const issues = filter && filterSchema(product).safeParse(filter).error?.issues;
    for (const { message } of issues ?? []) context.addIssue({ code: 'custom', path: ['filter'], message });
  })
  .meta({
    example: {
      title: 'Autumn 2026',
      subtitle: 'Writing and paper',
      introduction: 'Everything for the new term.',
      footer: 'Prices include taxes',
      layout: 'grid6',
      paper: 'A4',
      color: '#c2262e',
      details: ['sku', 'variants'],
      hasPrices: true,
      priceFormula: '+10%',
      hasContents: true,
      hasIndex: false,
      hasQrCodes: false,
      filter: { status: 'ACTIVE' },
    },
  });

export type CatalogueDesign = z.output<typeof catalogueDesignSchema>;

/** The list parameters of a design's filter. */
export const parseDesignFilter = (filter: Record<string, string>): ListQuery => filterSchema(product).parse(filter);

const pageCount = z.number().meta({ example: 24 });

const notices = z
  .array(z.string())
  .meta({ description: 'What couldn’t be printed as it is stored', example: ['2 products have no picture'] });

export const cataloguePreviewSchema = dataResponseSchema(
  z.object({
    pageCount,
    productCount: z.number().meta({ example: 120 }),
    notices,
    pdf: z.string().meta({ description: 'Its first pages as base64', example: 'JVBERi0xLjc=' }),
  }),
  'The first pages',
);
export type CataloguePreview = z.infer<typeof cataloguePreviewSchema>['data'];

export const madeCatalogueSchema = dataResponseSchema(
  z.object({ _id: idOf('catalogue'), name: z.string().meta({ example: 'Autumn 2026' }), pageCount, notices }),
  'The stored catalogue',
);
export type MadeCatalogue = z.infer<typeof madeCatalogueSchema>['data'];

/** Pages that would be different if the catalogue were made again now. */
const pageChangeSchema = z.object({
  page: z.number().meta({ example: 4 }),
  reasons: z.array(z.string()).meta({ example: ['Gel pen', 'Copier paper'] }),
});

const storedDesign = z.object({
  design: catalogueDesignSchema,
  madeAt: z.string().meta({ example: '2026-11-28T09:00:00.000Z' }),
  pageCount,
  changedPages: z.array(pageChangeSchema),
});
export type StoredDesign = z.infer<typeof storedDesign>;

export const storedDesignSchema = dataResponseSchema(
  storedDesign.nullable(),
  'How a catalogue was made, and what has changed since; null if it wasn’t made from products',
);
