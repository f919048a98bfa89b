import { JSDOM } from 'jsdom';
import * as XLSX from 'xlsx';
import { findGtinProblem } from '../../src/shared/trade-codes.ts';

/** Checks feeds against the formats that marketplaces publish, written from their specifications and not from our code. */

type Rule = { isRequired?: boolean; max?: number; pattern?: RegExp; times?: number };

const url = /^https?:\/\/[\u0021-\u007e]+$/;
const price = /^\d+\.\d{2} (INR|AED|AUD|BDT|CAD|CHF|CNY|EUR|GBP|LKR|NPR|SGD|USD|ZAR)$/;

/** Google's product data specification: support.google.com/merchants/answer/7052112. */
const googleRules: Record<string, Rule> = {
  id: { isRequired: true, max: 50 },
  title: { isRequired: true, max: 150 },
  description: { isRequired: true, max: 5000 },
  link: { isRequired: true, max: 2000, pattern: url },
  image_link: { isRequired: true, max: 2000, pattern: url },
  additional_image_link: { max: 2000, pattern: url, times: 10 },
  availability: { isRequired: true, pattern: /^(in_stock|out_of_stock|preorder|backorder)$/ },
  price: { isRequired: true, pattern: price },
  maximum_retail_price: { pattern: price },
  condition: { pattern: /^(new|refurbished|used)$/ },
  brand: { max: 70 },
  gtin: { pattern: /^\d+$/ },
  mpn: { max: 70 },
  identifier_exists: { pattern: /^no$/ },
  item_group_id: { max: 50 },
  color: { max: 100 },
  size: { max: 100 },
  material: { max: 200 },
  pattern: { max: 100 },
  product_type: { max: 750 },
  unit_pricing_measure: {
    pattern: /^\d+(\.\d+)?(oz|lb|mg|g|kg|floz|pt|qt|gal|ml|cl|l|cbm|in|ft|yd|cm|m|sqft|sqm|ct)$/,
  },
  product_detail: { times: 1000 },
};
const googleNamespace = 'http://base.google.com/ns/1.0';

export type GoogleItem = Record<string, string[]>;

/** The items of a feed. Throws if it isn't well-formed. */
export const parseGoogle = (xml: string): GoogleItem[] => {
  const { document } = new JSDOM(xml, { contentType: 'text/xml' }).window;
  if (document.documentElement.localName !== 'rss') throw new Error('not an RSS feed');
  for (const name of ['title', 'link', 'description'])
    if (!document.querySelector(`channel > ${name}`)?.textContent) throw new Error(`the channel has no ${name}`);
  return [...document.querySelectorAll('channel > item')].map((item) => {
    const values: GoogleItem = {};
    for (const { namespaceURI, localName, textContent } of item.children) {
      if (namespaceURI !== googleNamespace) throw new Error(`${localName} is in another namespace`);
      values[localName] = [...(values[localName] ?? []), textContent ?? ''];
    }
    return values;
  });
};

export const checkGoogle = (items: readonly GoogleItem[]): string[] => {
  const problems = items.flatMap((item) => {
    const [id = ''] = item.id ?? [];
    const own = Object.entries({ ...googleRules, ...item }).flatMap(([name]) => {
      const rule = googleRules[name];
      if (!rule) return [`unknown attribute ${name}`];
      const { isRequired = false, max = Number.POSITIVE_INFINITY, pattern = /^/, times = 1 } = rule;
      const values = item[name] ?? [];
      return [
        ...(isRequired && values.length === 0 ? [`${name} is missing`] : []),
        ...(values.length > times ? [`${name} is repeated`] : []),
        ...values.flatMap((value) => [
          ...(value.trim() === '' ? [`${name} is empty`] : []),
          ...(value.length > max ? [`${name} is too long`] : []),
          ...(pattern.test(value) ? [] : [`${name} is ${value}`]),
        ]),
      ];
    });
    const [gtin = ''] = item.gtin ?? [];
    const digits = gtin.padStart(14, '0');
    const isIdentified = item.gtin !== undefined || (item.brand !== undefined && item.mpn !== undefined);
    return [
      ...own,
      ...(gtin && findGtinProblem(gtin) ? ['the gtin is invalid'] : []),
      ...(/^.(2|02|04|05|98|99)/.test(digits) && gtin ? ['the gtin is reserved'] : []),
      ...(isIdentified === (item.identifier_exists !== undefined) ? ['identifier_exists is wrong'] : []),
      ...(Number.parseFloat(item.price?.[0] ?? '') > 0 ? [] : ['the price isn’t positive']),
      ...(item.product_detail ?? []).flatMap((detail) =>
        detail.length > 140 * 2 + 1000 ? ['a detail is too long'] : [],
      ),
    ].map((problem) => `${id}: ${problem}`);
  });
  const ids = items.map(({ id }) => id?.[0]);
  return [...problems, ...(new Set(ids).size < ids.length ? ['ids are repeated'] : [])];
};

/** Shopify's product CSV: help.shopify.com/en/manual/products/import-export/using-csv. */
const shopifyRules: Record<string, RegExp> = {
  'URL handle': /^[\p{L}\p{N}-]+$/u,
  Title: /^.{0,255}$/su,
  'Published on online store': /^(TRUE|FALSE)?$/,
  Status: /^(Active|Draft|Archived)?$/,
  Price: /^(\d+\.\d{2})?$/,
  'Compare-at price': /^(\d+\.\d{2})?$/,
  'Charge tax': /^(TRUE|FALSE)?$/,
  'Continue selling when out of stock': /^(DENY|CONTINUE)?$/,
  'Requires shipping': /^(TRUE|FALSE)?$/,
  'Fulfillment service': /^(manual)?$/,
  'Product image URL': /^(https?:\/\/\S+)?$/,
  'Image position': /^\d*$/,
  'Variant image URL': /^(https?:\/\/\S+)?$/,
  'Gift card': /^(TRUE|FALSE)?$/,
};

export type ShopifyLine = Record<string, string>;

export const parseShopify = (csv: string): ShopifyLine[] => {
  const book = XLSX.read(csv, { type: 'string', raw: true });
  const [sheet = {}] = Object.values(book.Sheets);
  return XLSX.utils.sheet_to_json<ShopifyLine>(sheet, { raw: false, defval: '' });
};

export const checkShopify = (lines: readonly ShopifyLine[]): string[] => {
  const byHandle = new Map<string, ShopifyLine[]>();
  for (const line of lines) {
    const handle = line['URL handle'] ?? '';
    byHandle.set(handle, [...(byHandle.get(handle) ?? []), line]);
  }
  return [...byHandle].flatMap(([handle, own]) => {
    const variants = own.filter((line) => line.Price !== '');
    const options = variants.map((line) =>
      [1, 2, 3]
        .map((at) => line[`Option${at} value`])
        .join('\n')
        .toLowerCase(),
    );
    const urls = new Set(own.map((line) => line['Product image URL']));
    return [
      ...own.flatMap((line) =>
        Object.entries(shopifyRules).flatMap(([name, rule]) =>
          rule.test(line[name] ?? '-') ? [] : [`${name} is ${line[name]}`],
        ),
      ),
      ...(own[0]?.Title ? [] : ['the first line has no title']),
      ...(own[0]?.['Option1 name'] ? [] : ['the first option has no name']),
      ...(own.slice(1).some((line) => line.Title) ? ['the title is repeated'] : []),
      ...(variants.length > 2048 ? ['too many variants'] : []),
      ...(variants.some((line) => !line['Option1 value']) ? ['a variant has no option'] : []),
      ...(new Set(options).size < options.length ? ['variants have the same options'] : []),
      ...(variants.some((line) => line['Variant image URL'] && !urls.has(line['Variant image URL']))
        ? ['a variant’s image is none of the product']
        : []),
    ].map((problem) => `${handle}: ${problem}`);
  });
};
