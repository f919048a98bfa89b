import { noPageReason } from '#shared/feeds.ts';
import type { Currency } from '#shared/office.ts';
import { product } from '#shared/resources/product.ts';
import type { Report } from './findings.ts';
import type { FeedProduct, FeedVariant } from './read-products.ts';

/** Limits of Google's product data specification (support.google.com/merchants/answer/7052112). */
const limits = { title: 150, description: 5000, brand: 70, mpn: 70, productType: 750, moreImages: 10 };
const attributeLimits: Record<string, number> = { color: 100, size: 100, material: 200, pattern: 100 };
const detailLimits = { name: 140, value: 1000 };

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

const escapeXml = (text: string): string =>
  text
    // Characters that XML can't hold.
    .replace(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '')
    .replace(/[&<>]/g, (character) => entities[character] ?? character);

const element = (name: string, value: string): string => (value ? `<g:${name}>${escapeXml(value)}</g:${name}>` : '');

const cut = (text: string, limit: number): string => {
  if (text.length <= limit) return text;
  const start = [...text.slice(0, limit)].join('').replace(/[\ud800-\udbff]$/u, '');
  return /^(.+)\s/s.exec(start)?.[1] ?? start;
};

/** Numbers for use within a shop, and for coupons, which Google rejects. */
const isReserved = (gtin: string): boolean => /^(2|02|04|05|98|99)/.test(gtin.padStart(14, '0').slice(1));

const nameOfAttribute = (name: string): string | undefined => {
  const known = name.trim().toLowerCase().replace('colour', 'color');
  return known in attributeLimits ? known : undefined;
};

const detail = (name: string, value: string): string =>
  value
    ? `<g:product_detail>${element('section_name', 'General')}${element('attribute_name', cut(name, detailLimits.name))}${element('attribute_value', cut(value, detailLimits.value))}</g:product_detail>`
    : '';

const units: Record<string, string> = {
  ...Object.fromEntries(
    ['mg', 'g', 'kg', 'ml', 'l', 'cl', 'cm', 'm', 'oz', 'lb', 'ft', 'ct'].map((unit) => [unit, unit]),
  ),
  ...Object.fromEntries(
    ['n', 'u', 'no', 'nos', 'pc', 'pcs', 'piece', 'pieces', 'unit', 'units'].map((unit) => [unit, 'ct']),
  ),
};

/** The net quantity as Google reads it; empty if it is in other words. */
const toMeasure = (netQuantity: string): string => {
  const [, count, unit = ''] = /^(\d+(?:\.\d+)?)\s*([a-z]+)\.?$/i.exec(netQuantity.trim()) ?? [];
  const known = units[unit.toLowerCase()];
  return count && known ? `${count}${known}` : '';
};

const toLink = (url: string, variant: FeedVariant | undefined): string => {
  const link = new URL(url);
  if (variant) link.searchParams.set('variant', variant.id);
  return link.href;
};

type Item = { own: FeedProduct; variant: FeedVariant | undefined; isGrouped: boolean };

/** An item of Google's feed; empty if it would be rejected. */
const toItem = ({ own, variant, isGrouped }: Item, { currency, report }: { currency: Currency; report: Report }) => {
  const { title, sku, gtin, price } = variant ?? own;
  const images = [...new Set([...(variant?.images ?? []), ...own.images].map(({ url }) => url))];
  const [image, ...moreImages] = images;
  const found = (reason: string, isLeftOut = false) =>
    report({ reason, product: own, isLeftOut, ...(variant && { variant }) });
  const missing = [
    ...(own.url === null ? [noPageReason] : []),
    ...(price === null || price <= 0 ? ['No price'] : []),
    ...(image === undefined ? ['No image'] : []),
    ...(own.plainDescription === '' ? ['No description'] : []),
  ];
  for (const reason of missing) found(reason, true);
  if (missing.length > 0) return '';
  if (title.length > limits.title) found('The title is cut after 150 characters');
  if (own.plainDescription.length > limits.description) found('The description is cut after 5,000 characters');
  if (moreImages.length > limits.moreImages) found('Only the first 11 images are sent');
  if (isReserved(gtin)) found('The GTIN isn’t sent, because it is reserved for use within a shop');
  const sentGtin = isReserved(gtin) ? '' : gtin;
  const mpn = sentGtin === '' && own.brand !== '' && sku.length <= limits.mpn ? sku : '';
  const isIdentified = sentGtin !== '' || mpn !== '';
  if (!isIdentified) found('Sent without an identifier: it has no GTIN, and no brand with a SKU');
  const toPrice = (value: number) => `${value.toFixed(2)} ${currency}`;
  const attributes = new Map<string, string>();
  const others: string[] = [];
  for (const { name, value } of variant?.attributes ?? []) {
    const known = nameOfAttribute(name);
    if (known && !attributes.has(known)) attributes.set(known, cut(value, attributeLimits[known] ?? 0));
    else others.push(detail(name, value));
  }
  if (own.materialType && !attributes.has('material')) attributes.set('material', cut(own.materialType, 200));
  return [
    '<item>',
    element('id', variant?.id ?? own.id),
    element('title', cut(title, limits.title)),
    element('description', cut(own.plainDescription, limits.description)),
    element('link', toLink(own.url ?? '', isGrouped ? variant : undefined)),
    element('image_link', image ?? ''),
    ...moreImages.slice(0, limits.moreImages).map((url) => element('additional_image_link', url)),
    element('availability', 'in_stock'),
    element('price', toPrice(price ?? 0)),
    own.mrp !== null && currency === 'INR' ? element('maximum_retail_price', toPrice(own.mrp)) : '',
    element('condition', 'new'),
    element('brand', cut(own.brand, limits.brand)),
    element('gtin', sentGtin),
    element('mpn', mpn),
    isIdentified ? '' : element('identifier_exists', 'no'),
    isGrouped ? element('item_group_id', own.id) : '',
    ...[...attributes].map(([name, value]) => element(name, value)),
    element('product_type', cut(own.categories.join(' > '), limits.productType)),
    element('unit_pricing_measure', toMeasure(own.netQuantity)),
    ...others,
    ...(['netQuantity', 'countryOfOrigin', 'manufacturer', 'hsnCode'] as const).map((name) =>
      detail(product.fields[name].label, own[name]),
    ),
    '</item>\n',
  ].join('');
};

/** The items of a product for Google Merchant Center, and how many. */
export const toGoogle = (own: FeedProduct, context: { currency: Currency; report: Report }) => {
  const isGrouped = own.variants.length > 1;
  const variants = own.variants.length > 0 ? own.variants : [undefined];
  const items = variants.map((variant) => toItem({ own, variant, isGrouped }, context)).filter(Boolean);
  return { text: items.join(''), items: items.length };
};

/** The declaration, and the head of the channel that RSS requires. */
export const toGoogleStart = (link: string): string =>
  `<?xml version="1.0" encoding="UTF-8"?>
<rss version="2.0" xmlns:g="http://base.google.com/ns/1.0"><channel>
<title>Products</title><link>${escapeXml(link)}</link><description>Products</description>
`;

export const googleEnd = '</channel></rss>\n';
