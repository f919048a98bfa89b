import { z } from 'zod';
import { dataResponseSchema } from './api.ts';
import { bulkIdsSchema, failedRecordsShape, filterSchema, requireOneTarget } from './bulk.ts';
import { currencies } from './office.ts';
import { exampleId, exampleStoredFile } from './resource-kit/examples.ts';
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
  manufacturer: 'Manufacturer',
  description: 'Description',
  specification: 'Specification',
  variants: 'Variants',
} as const;

export const productOrders = {
  subCategory: 'Sub category and name',
  arranged: 'As arranged in their category',
  name: 'Name',
  sku: 'SKU',
  priceUp: 'Price, lowest first',
  priceDown: 'Price, highest first',
  newest: 'Newest first',
} as const;

const keysOf = <Key extends string>(labels: Record<Key, string>) => Object.keys(labels) as [Key, ...Key[]];

const lineText = (label: string, max: number) =>
  z
    .string({ error: `${label} must be text` })
    .trim()
    .max(max, `${label} can have up to ${max} characters`);

/** Of dealers at a time. */
const maxCatalogues = 5000;

const storedImage = (description: string) =>
  z
    .string()
    .regex(/^[0-9a-f]{32}\.[a-z0-9]{3,4}$/, 'Choose a picture of the library')
    .nullable()
    .default(null)
    .meta({ description, example: exampleStoredFile });

/** Choices by which a catalogue is made. */
export const catalogueDesignSchema = z
  .strictObject({
    title: lineText('Title', 120).min(1, 'Enter a title').meta({ example: 'Autumn 2026' }),
    subtitle: lineText('Subtitle', 200).default('').meta({ example: 'Writing and paper' }),
    introduction: lineText('Introduction', 3000).default('').meta({ example: 'Everything for the new term.' }),
    header: lineText('Header', 120)
      .default('')
      .meta({ description: 'At the top of each page. Empty: the title', example: 'Wholesale' }),
    footer: lineText('Footer', 120).default('').meta({ example: 'Prices include taxes' }),
    layout: z.enum(keysOf(catalogueLayouts)).default('grid6').meta({ example: 'grid6' }),
    paper: z.enum(keysOf(paperSizes)).default('A4').meta({ example: 'A4' }),
    color: z
      .string()
      .regex(/^#[0-9a-f]{6}$/i, 'Enter a colour such as #c2262e')
      .default('#c2262e')
      .meta({ description: 'Colour of the cover, the headings and the prices', example: '#c2262e' }),
    margin: z
      .number({ error: 'Enter a margin in millimetres' })
      .min(8, 'Margins are at least 8 mm')
      .max(40, 'Margins are at most 40 mm')
      .default(14)
      .meta({ description: 'On all sides, in millimetres', example: 14 }),
    hasCropMarks: flag('hasCropMarks', 'Whether pages have a bleed of 3 mm and crop marks, for a printing company'),
    hasCover: z.boolean().default(true).meta({ example: true }),
    logo: storedImage('On the cover and at the top of each page'),
    cover: storedImage('On the cover. Without it, the picture of the first category'),
    details: z
      .array(z.enum(keysOf(catalogueDetails)))
      .default(['sku', 'description', 'variants'])
      .meta({ description: 'What is printed beside name and picture, in this order', example: ['sku', 'variants'] }),
    order: z.enum(keysOf(productOrders)).default('subCategory').meta({ example: 'subCategory' }),
    hasPrices: z.boolean().default(true).meta({ example: true }),
    priceFormula: lineText('Price formula', 30)
      .refine((text) => text === '' || parsePriceFormula(text) !== null, priceFormulaMessage)
      .default('')
      .meta({ description: 'Changes the printed prices only, such as `+10%`', example: '+10%' }),
    currency: z
      .enum(keysOf(currencies))
      .nullable()
      .default(null)
      .meta({ description: 'Currency of the printed prices; null for that of the office', example: 'USD' }),
    exchangeRate: z
      .number({ error: 'Enter an exchange rate' })
      .positive('Enter an exchange rate above 0')
      .max(1_000_000, 'Enter an exchange rate up to 1,000,000')
      .default(1)
      .meta({ description: 'Printed prices are stored ones times this', example: 0.012 }),
    validFrom: z
      .union([z.literal(''), z.iso.date('Enter a date such as 1 Apr 2027')])
      .default('')
      .meta({ description: 'First day of the prices', example: '2027-04-01' }),
    dealerId: idOf('dealer', 'Dealer whose name, pictures, prices and products the catalogue has')
      .nullable()
      .default(null),
    categoryIds: z
      .array(idOf('category'))
      .max(200, 'Choose up to 200 categories')
      .default([])
      .meta({ description: 'Prints only products of these categories; of all if it is empty', example: [] }),
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
      header: '',
      footer: 'Prices include taxes',
      layout: 'grid6',
      paper: 'A4',
      color: '#c2262e',
      margin: 14,
      hasCropMarks: false,
      hasCover: true,
      logo: null,
      cover: exampleStoredFile,
      order: 'subCategory',
      currency: null,
      exchangeRate: 1,
      validFrom: '2027-04-01',
      dealerId: null,
      categoryIds: [],
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

/** Catalogues that are made together: one for each dealer, or those of `ids` again. */
export const makeManySchema = z
  .union([
    z.strictObject({
      design: catalogueDesignSchema,
      dealerIds: z.array(idOf('dealer')).min(1, 'Choose a dealer').max(maxCatalogues),
    }),
    z.strictObject({ ids: z.array(idOf('catalogue')).min(1, 'Choose a catalogue').max(maxCatalogues) }),
  ])
  .meta({ example: { ids: [exampleId('catalogue')] } });

export const madeManySchema = dataResponseSchema(
  z.object({
    made: z.array(z.object({ _id: idOf('catalogue'), name: z.string().meta({ example: 'Autumn 2026' }) })),
    ...failedRecordsShape,
  }),
  'The stored catalogues, and the dealers or catalogues that failed',
);
export type MadeMany = z.infer<typeof madeManySchema>['data'];

export const priceListSchema = z
  .strictObject({ design: catalogueDesignSchema, dealerIds: z.array(idOf('dealer')).max(200).default([]) })
  .meta({ example: { design: { title: 'Prices', layout: 'prices', filter: { status: 'ACTIVE' } }, dealerIds: [] } });

const madeFromProducts = z.object({
  _id: idOf('catalogue'),
  name: z.string().meta({ example: 'Autumn 2026' }),
  dealerId: idOf('dealer').nullable(),
  dealerName: z.string().nullable().meta({ example: 'Kumar Stores' }),
  madeAt: z.string().meta({ example: '2026-11-28T09:00:00.000Z' }),
});
export type MadeFromProducts = z.infer<typeof madeFromProducts>;

export const madeFromProductsSchema = dataResponseSchema(
  z.array(madeFromProducts),
  'The catalogues that were made from products, newest first',
);

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
