import { product, type tradeFieldNames } from '#shared/resources/product.ts';
import { publicResources, type SiteSettings } from '#shared/site.ts';
import type { Row } from '../../database/tables.ts';
import type { ImageInfo } from '../../files/images/image-info.ts';
import { htmlToText } from '../../records/search-text.ts';
import { createPageUrls } from '../page-urls.ts';
import { readPublicVariants } from '../products.ts';
import { type ReadContext, readList } from '../read.ts';
import { createMedia, type PublicImage, toPublic } from '../to-public.ts';

type FeedImage = { url: string; alt: string };

export type FeedVariant = {
  id: string;
  name: string;
  title: string;
  sku: string;
  gtin: string;
  /** The product's price, if the variant has none. */
  price: number | null;
  images: FeedImage[];
  features: string[];
  attributes: { name: string; value: string }[];
};

export type FeedProduct = {
  id: string;
  slug: string;
  title: string;
  sku: string;
  /** Address of its page on the website; null if the admin hasn't entered where pages are. */
  url: string | null;
  /** HTML. */
  description: string;
  plainDescription: string;
  categories: string[];
  brand: string;
  price: number | null;
  mrp: number | null;
  images: FeedImage[];
  seoTitle: string;
  seoDescription: string;
  materialType: string;
  variants: FeedVariant[];
} & Record<Exclude<(typeof tradeFieldNames)[number], 'mrp'>, string>;

export type FeedSource = ReadContext & {
  imageInfo: ImageInfo;
  settings: SiteSettings;
  isSiteOn: boolean;
  base: string;
};

const text = (value: unknown): string => String(value ?? '');
const amount = (value: unknown): number | null => (typeof value === 'number' ? value : null);
const toImage = ({ url, alt }: PublicImage): FeedImage => ({ url, alt });
const isBrand = ({ name }: { name: string }) => name.trim().toLowerCase() === 'brand';

type PublicVariant = {
  images: PublicImage[];
  features: string[];
  attributeValues: { name: string; attribute: { name: string } }[];
};

const toVariant = (row: Row, own: Row): FeedVariant => {
  const { images, features, attributeValues } = row as PublicVariant;
  return {
    id: text(row.id),
    name: text(row.name),
    title: text(row.productName) || [own.name, row.name].filter(Boolean).join(' – '),
    sku: text(row.sku),
    gtin: text(row.gtin),
    price: amount(row.price) ?? amount(own.price),
    images: images.map(toImage),
    features,
    attributes: attributeValues.map(({ name, attribute }) => ({ name: attribute.name, value: name })),
  };
};

/** Products of a step: enough for few queries, and few enough for little memory. */
const limit = 100;

/** Reads all published products, the oldest first, in steps. Leaves drafts out even if the token may preview them. */
export async function* readFeedProducts(source: FeedSource): AsyncGenerator<FeedProduct> {
  const { database, getHooks, imageInfo, settings, isSiteOn, base } = source;
  const resource = publicResources.find(({ name }) => name === product.name);
  if (!resource) throw new Error('Products have no public fields');
  const toPageUrl = createPageUrls(settings, { isSiteOn });
  let cursor: string | null = null;
  do {
    const query = { limit, order: 'oldest', ...(cursor !== null && { cursor }) };
    const page: Awaited<ReturnType<typeof readList>> = await readList({ database, getHooks }, resource, query);
    const media = createMedia({ base, imageInfo, createToken: null });
    const ids = page.rows.map(({ _id }) => text(_id));
    const found = await readPublicVariants(database, ids, media);
    for (const row of page.rows) {
      const own = toPublic(resource, row, media);
      const variants = (found.get(text(row._id)) ?? []).map((each) => toVariant(each, own));
      const names = [own.category, own.subCategory].map((each) => text((each as { name?: string } | null)?.name));
      const { value: brand = settings.brand ?? '' } =
        variants.flatMap(({ attributes }) => attributes).find(isBrand) ?? {};
      yield {
        id: text(own.id),
        slug: text(own.slug),
        title: text(own.name),
        sku: text(own.sku),
        url: toPageUrl(row),
        description: text(own.description),
        plainDescription:
          htmlToText(text(own.description)) ||
          text(own.specification).replace(/\s+/g, ' ').trim() ||
          (variants[0]?.features ?? []).join('. '),
        categories: names.filter(Boolean),
        brand,
        price: amount(own.price),
        mrp: amount(own.mrp),
        gtin: text(own.gtin),
        netQuantity: text(own.netQuantity),
        hsnCode: text(own.hsnCode),
        countryOfOrigin: text(own.countryOfOrigin),
        manufacturer: text(own.manufacturer),
        images: own.thumbnail ? [toImage(own.thumbnail as PublicImage)] : [],
        seoTitle: text(own.seoTitle),
        seoDescription: text(own.seoDescription),
        materialType: text(own.materialType),
        variants,
      };
    }
    cursor = page.nextCursor;
  } while (cursor !== null);
}
