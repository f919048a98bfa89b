import { stringify } from 'csv-stringify/sync';
import { product } from '#shared/resources/product.ts';
import type { Report } from './findings.ts';
import type { FeedProduct, FeedVariant } from './read-products.ts';

/** Limits of Shopify (help.shopify.com/en/manual/products/import-export/using-csv). */
const limits = { title: 255, option: 255, options: 3, variants: 2048, images: 250 };

const metafields = ['mrp', 'netQuantity', 'hsnCode', 'countryOfOrigin', 'manufacturer'] as const;

/** The columns in Shopify's order and words. It takes metafields only where the shop has defined them. */
const columns = [
  'Title',
  'URL handle',
  'Description',
  'Vendor',
  'Type',
  'Published on online store',
  'Status',
  'SKU',
  'Barcode',
  'Option1 name',
  'Option1 value',
  'Option2 name',
  'Option2 value',
  'Option3 name',
  'Option3 value',
  'Price',
  'Compare-at price',
  'Charge tax',
  'Continue selling when out of stock',
  'Requires shipping',
  'Fulfillment service',
  'Product image URL',
  'Image position',
  'Image alt text',
  'Variant image URL',
  'Gift card',
  'SEO title',
  'SEO description',
  ...metafields.map((name) => {
    const key = name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);
    return `${product.fields[name].label} (product.metafields.custom.${key})`;
  }),
];

type Line = Record<string, string | number>;

const toText = (lines: Line[]): string =>
  stringify(
    lines.map((line) => columns.map((name) => line[name] ?? '')),
    { record_delimiter: 'windows' },
  );

export const shopifyStart = toText([Object.fromEntries(columns.map((name) => [name, name]))]);

type Options = Pick<FeedVariant, 'attributes'>;

/** Shopify's only option of a product without variants. */
const single = [{ name: 'Title', value: 'Default Title' }];

const toOptions = ({ variants }: FeedProduct): Options['attributes'][] => {
  if (variants.every(({ attributes }) => attributes.length === 0))
    return variants.length < 2
      ? [single]
      : variants.map(({ name, title }) => [{ name: 'Variant', value: name || title }]);
  return variants.map(({ attributes }) => attributes);
};

const findProblems = (own: FeedProduct, options: Options['attributes'][]): string[] => {
  const names = new Set(options.map((each) => each.map(({ name }) => name).join('\n')));
  const values = options.map((each) => each.map(({ value }) => value.toLowerCase()).join('\n'));
  const isRepeated = options.some((each) => new Set(each.map(({ name }) => name)).size < each.length);
  return [
    ...(options.some(({ length }) => length > limits.options) ? ['More than 3 attributes'] : []),
    ...(names.size > 1 || isRepeated ? ['The variants have different attributes'] : []),
    ...(new Set(values).size < values.length ? ['Two variants have the same attribute values'] : []),
    ...(options.some((each) => each.some(({ name, value }) => Math.max(name.length, value.length) > limits.option))
      ? ['An attribute value is longer than 255 characters']
      : []),
    ...(own.variants.length > limits.variants ? ['More than 2,048 variants'] : []),
    ...((own.variants.length > 0 ? own.variants : [own]).some(({ price }) => price === null) ? ['No price'] : []),
  ];
};

/** The lines of a product in Shopify's CSV, and how many variants they have. */
export const toShopify = (own: FeedProduct, { report }: { report: Report }) => {
  const options = toOptions(own);
  const problems = findProblems(own, options);
  for (const reason of problems) report({ reason, product: own });
  if (problems.length > 0) return { text: '', items: 0 };
  const found = (reason: string) => report({ reason, product: own, isLeftOut: false });
  const variants = own.variants.length > 0 ? own.variants : [own];
  const all = [...own.images, ...own.variants.flatMap(({ images }) => images)];
  const byUrl = new Map(all.toReversed().map((image) => [image.url, image]));
  const urls = [...new Set(all.map(({ url }) => url))];
  const images = urls.slice(0, limits.images).flatMap((url) => byUrl.get(url) ?? []);
  const sentUrls = new Set(images.map(({ url }) => url));
  if (urls.length > images.length) found('Only the first 250 images are sent');
  if (own.title.length > limits.title) found('The title is cut after 255 characters');
  const toLine = (index: number): Line => {
    const variant = variants[index];
    const image = images[index];
    const [first] = own.variants.length > 0 && variant ? variant.images : [];
    const price = variant?.price ?? 0;
    return {
      'URL handle': own.slug || own.id,
      ...(variant && {
        SKU: variant.sku,
        Barcode: variant.gtin,
        ...Object.fromEntries(
          (options[index] ?? []).flatMap(({ name, value }, at) => [
            // Only the first line names the options.
            ...(index === 0 ? [[`Option${at + 1} name`, name]] : []),
            [`Option${at + 1} value`, value],
          ]),
        ),
        Price: price.toFixed(2),
        ...(own.mrp !== null && own.mrp > price && { 'Compare-at price': own.mrp.toFixed(2) }),
        'Charge tax': 'TRUE',
        'Continue selling when out of stock': 'DENY',
        'Requires shipping': 'TRUE',
        'Fulfillment service': 'manual',
        ...(first && sentUrls.has(first.url) && { 'Variant image URL': first.url }),
      }),
      ...(image && { 'Product image URL': image.url, 'Image position': index + 1, 'Image alt text': image.alt }),
      ...(index === 0 && {
        Title: own.title.slice(0, limits.title),
        Description: own.description,
        Vendor: own.brand,
        Type: own.categories.at(-1) ?? '',
        'Published on online store': 'TRUE',
        Status: 'Active',
        'Gift card': 'FALSE',
        'SEO title': own.seoTitle,
        'SEO description': own.seoDescription,
        ...Object.fromEntries(
          metafields.map((name, at) => [columns[columns.length - metafields.length + at], own[name] ?? '']),
        ),
      }),
    };
  };
  const count = Math.max(variants.length, images.length);
  return { text: toText(Array.from({ length: count }, (_, index) => toLine(index))), items: variants.length };
};
