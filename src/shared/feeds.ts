import { z } from 'zod';
import { dataResponseSchema } from './api.ts';
import { idOf } from './resource-kit/shapes.ts';

/** Files of all active products for marketplaces, below `/site/v1/feeds`. */

type FeedFormat = { label: string; file: string; type: string; description: string };

export const feeds = {
  google: {
    label: 'Google Merchant',
    file: 'google.xml',
    type: 'application/xml; charset=utf-8',
    description: 'XML for Google Shopping',
  },
  shopify: {
    label: 'Shopify',
    file: 'shopify.csv',
    type: 'text/csv; charset=utf-8',
    description: 'CSV for the import of Shopify',
  },
  json: {
    label: 'JSON',
    file: 'products.json',
    type: 'application/json; charset=utf-8',
    description: 'For other shops and partners',
  },
} as const satisfies Record<string, FeedFormat>;

export type FeedName = keyof typeof feeds;

export const feedNames = Object.keys(feeds) as [FeedName, ...FeedName[]];

/** Fixed in the settings, not in the products. */
export const noPageReason = 'No page on the website: enter its address under Previews';

const findingSchema = z.object({
  reason: z.string().meta({ example: 'No price' }),
  isLeftOut: z
    .boolean()
    .meta({ description: 'Whether the product or variant is left out; else only a part of it', example: true }),
  count: z.number().meta({ example: 3 }),
  examples: z
    .array(
      z.object({
        id: idOf('product'),
        name: z.string().meta({ description: 'Name of the product', example: 'Glide' }),
        variant: z
          .string()
          .nullable()
          .meta({ description: 'Name of the variant, unless it is the whole product', example: 'Blue' }),
      }),
    )
    .meta({ description: 'The first 100' }),
});
export type FeedFinding = z.infer<typeof findingSchema>;

/** `GET /website/feeds/{feed}` */
export const feedReportSchema = dataResponseSchema(
  z.object({
    products: z.number().meta({ description: 'Products in the feed', example: 120 }),
    items: z.number().meta({ description: 'Their variants, and the products without variants', example: 480 }),
    findings: z.array(findingSchema),
  }),
  'What is in the feed, and what isn’t, and why',
);
export type FeedReport = z.infer<typeof feedReportSchema>['data'];
