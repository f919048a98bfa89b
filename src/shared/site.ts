import { z } from 'zod';
import { dataResponseSchema, listResponseSchema, messageResponseSchema } from './api.ts';
import { normalizeLine } from './normalize-text.ts';
import type { Resource, SitePart } from './resource-kit/define-resource.ts';
import { hasPages } from './resource-kit/fields.ts';
import { idOf, timeSchema } from './resource-kit/shapes.ts';
import { resources } from './resources/index.ts';

/** Public resources, settings and read tokens of the API for websites. */

export type PublicResource = Resource & { site: SitePart & { path: string } };

const isPublic = (resource: Resource): resource is PublicResource => resource.site?.path !== undefined;

/** The resources that a website can read, in the order of the settings. */
export const publicResources: readonly PublicResource[] = resources.filter(isPublic);

const names = publicResources.map(({ name }) => name);

const resourceName = z
  .enum(names, { error: 'This can’t be read by websites' })
  .meta({ description: 'Name of a resource', example: 'product' });

const originSchema = z
  .string()
  .overwrite((text) => text.trim().replace(/\/$/, '').toLowerCase())
  .max(300)
  .regex(/^https?:\/\/[a-z\d.:[\]-]+$/, 'Enter addresses such as https://www.example.com, without a path')
  .meta({ example: 'https://www.example.com' });

const baseUrlSchema = z
  .string()
  .overwrite((text) => text.trim().replace(/\/$/, ''))
  .max(300)
  .regex(/^https?:\/\/[^\s/?#][^\s?#]*$/, 'Enter an address such as https://api.example.com')
  .meta({ description: 'Address in front of `/site/v1`; null for that of the server', example: null });

/** The address of a page, with `{resource}`, `{slug}` and `{id}` where they belong. */
const pageAddressSchema = z
  .string()
  .overwrite((text) => text.trim().replace(/\/$/, ''))
  .max(500)
  .regex(
    /^(?:https:\/\/|http:\/\/(?:localhost|127\.0\.0\.1|\[::1\])(?=[:/]|$))[^\s/?#@{}]*(?:[/?](?:[^\s{}#]|\{(?:resource|slug|id)\})*)?$/,
    'Enter an address such as https://www.example.com/products/{slug}. It can have {resource}, {slug} and {id}',
  )
  .meta({ example: 'https://www.example.com/products/{slug}' });

const settingsShape = {
  isOn: z.boolean().meta({ description: 'Whether websites can read' }),
  resources: z.array(resourceName).max(names.length).meta({ description: 'What they can read' }),
  origins: z.array(originSchema).max(50).meta({ description: 'Sites whose pages may read in the browser (CORS)' }),
  isTokenRequired: z.boolean().meta({ description: 'Whether every request needs a read token' }),
  baseUrl: baseUrlSchema.nullable(),
  pageAddress: pageAddressSchema.nullable().meta({
    description: 'Address of the website, at which records that have pages are previewed; null for no previews',
    example: 'https://www.example.com',
  }),
  pageAddresses: z.partialRecord(resourceName, pageAddressSchema).meta({
    description: 'Other addresses of the pages of some resources',
    example: { product: 'https://www.example.com/products/{slug}' },
  }),
  brand: z
    .string()
    .overwrite(normalizeLine)
    .min(1)
    .max(70, 'A brand can be up to 70 characters')
    .nullable()
    .meta({ description: 'Brand of products in feeds that have no attribute Brand', example: 'Saya' }),
};

export const siteSettingsSchema = z.object(settingsShape);
export type SiteSettings = z.infer<typeof siteSettingsSchema>;

export const defaultSiteSettings: SiteSettings = {
  isOn: false,
  resources: names,
  origins: [],
  isTokenRequired: false,
  baseUrl: null,
  pageAddress: null,
  pageAddresses: {},
  brand: null,
};

/** The address of the pages of a resource; undefined if they can't be previewed. */
export const findPageAddress = (
  { pageAddress, pageAddresses }: Pick<SiteSettings, 'pageAddress' | 'pageAddresses'>,
  resource: PublicResource,
): string | undefined => {
  const own = pageAddresses[resource.name];
  if (own !== undefined || pageAddress === null) return own;
  if (!hasPages(resource) && !resource.isSingleton) return undefined;
  if (pageAddress.includes('{')) return pageAddress;
  return `${pageAddress}/${resource.site.path}${resource.isSingleton ? '' : '/{slug}'}`;
};

/** `PATCH /website` */
export const siteSettingsChangeSchema = z.strictObject(settingsShape).partial();

const readSchema = z.object({
  at: timeSchema,
  request: z.string().meta({ example: 'GET /site/v1/products?limit=20' }),
  status: z.number().meta({ example: 200 }),
  tokenName: z.string().nullable().meta({ example: 'Shop' }),
});

export const siteResponseSchema = dataResponseSchema(
  siteSettingsSchema.extend({
    isForced: z.boolean().meta({ description: 'Whether the server was started with `--site`, so it is on' }),
    url: z.string().nullable().meta({
      description: 'Address of the API; null if only the app on this computer can reach the server',
      example: 'https://backoffice.example.com/site/v1',
    }),
    lastReads: z.array(readSchema).meta({ description: 'The last requests to this server since it started' }),
  }),
  'Settings for websites',
);
export type SiteStatus = z.infer<typeof siteResponseSchema>['data'];

const tokenShape = {
  name: z.string().overwrite(normalizeLine).min(1, 'Name is required').max(100).meta({ example: 'Shop' }),
  resources: z.array(resourceName).min(1, 'Select at least one').nullable().meta({
    description: 'What it can read; null for everything that websites can read',
    example: null,
  }),
};

const canPreview = z.boolean().meta({ description: 'Whether it also reads what is not published', example: false });

/** `POST /website/tokens` */
export const createTokenSchema = z.strictObject({
  ...tokenShape,
  canPreview: canPreview.default(false),
  days: z.int().min(1).max(3650).nullable().meta({ description: 'Days until it expires; null for never', example: 90 }),
});

const tokenSchema = z.object({
  _id: idOf('siteToken'),
  ...tokenShape,
  canPreview,
  createdAt: timeSchema,
  expiresAt: timeSchema.nullable(),
  lastUsedAt: timeSchema.nullable().meta({ description: 'Up to a minute old' }),
});
export type SiteToken = z.infer<typeof tokenSchema>;

export const tokenListResponseSchema = listResponseSchema(tokenSchema);

export const tokenResponseSchema = messageResponseSchema
  .extend({
    data: tokenSchema,
    token: z.string().meta({ description: 'Shown only once', example: `site_${'a'.repeat(43)}` }),
  })
  .meta({ description: 'The new token' });

/** `GET /{resource}/preview` */
export const previewStateSchema = dataResponseSchema(
  z.object({ canPreview: z.boolean().meta({ description: 'Whether an admin has entered the address of the pages' }) }),
  'Whether records can be previewed',
);

/** `POST /{resource}/preview/{id}` */
export const previewResponseSchema = dataResponseSchema(
  z.object({
    url: z.string().meta({ example: 'https://www.example.com/products/glide?preview=…' }),
    expiresAt: timeSchema,
  }),
  'The page of the record on the website, which can read the record as it is until it expires',
);
