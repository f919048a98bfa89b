import { createHash } from 'node:crypto';
import type { CatalogueDesign } from '#shared/catalogue-design.ts';
import { type Currency, localeOf } from '#shared/office.ts';
import { formatCount, formatList } from '#shared/resource-kit/labels.ts';
import type { FileStorage } from '../files/file-storage.ts';
import { yieldToEventLoop } from '../lib/yield-to-event-loop.ts';
import { type Frame, type LayoutTools, styles } from './blocks.ts';
import { type Canvas, createCanvas } from './canvas.ts';
import { loadPicture } from './pictures.ts';
import { type Entry, planCover, planEntries, planIntroduction, planSections, sectionName } from './plan.ts';
import type { PrintedProduct, PrintedSection } from './read-products.ts';

const margin = { side: 40, top: 56, bottom: 52 };
const sizes = { A4: { width: 595.28, height: 841.89 }, LETTER: { width: 612, height: 792 } };

/** Identifies what a page shows, to find the pages that have changed since. */
export type PageRecord = { kind: string; hash: string; items: [name: string, hash: string][] };

export type CatalogueResult = { pages: PageRecord[]; notices: string[] };

const hashItem = (product: PrintedProduct): string =>
  createHash('sha256').update(JSON.stringify(product)).digest('hex').slice(0, 12);

/** The names that the fonts can't print, as they may be in many places. */
const describeMissing = ({ missing }: Canvas): string[] =>
  missing.size === 0 ? [] : [`The catalogue’s fonts lack ${formatList([...missing].slice(0, 10))}`];

export type MakeOptions = {
  design: CatalogueDesign;
  sections: readonly PrintedSection[];
  currency: Currency;
  /** Storage of the pictures; null to only lay out the pages. */
  storage: FileStorage | null;
  /** Draws only these many pages. */
  maxPages?: number;
  write: (bytes: Uint8Array) => Promise<void>;
  onPage?: (page: { done: number; total: number }) => void;
  signal?: AbortSignal | undefined;
};

export const createMoneyFormat = (currency: Currency): Intl.NumberFormat =>
  new Intl.NumberFormat(localeOf(currency), {
    style: 'currency',
    currency,
    currencyDisplay: 'narrowSymbol',
  });

/** Makes the PDF of a catalogue, page by page, and passes its bytes on as they become known. */
export const makeCatalogue = async (options: MakeOptions): Promise<CatalogueResult & { pageCount: number }> => {
  const { design, sections, currency, storage, maxPages = Number.POSITIVE_INFINITY, write, onPage, signal } = options;
  const page = sizes[design.paper];
  const canvas = createCanvas({ title: design.title, size: design.paper });
  const money = createMoneyFormat(currency);
  const frame: Frame = {
    x: margin.side,
    width: page.width - 2 * margin.side,
    height: page.height - margin.top - margin.bottom,
  };
  let unreadable = 0;
  const tools: LayoutTools = {
    canvas,
    design,
    frame,
    parent: canvas.root,
    formatPrice: (price) => money.format(price),
    loadPicture: async ({ file, alt }, size) => {
      const load = storage && (await loadPicture(storage, file, size));
      if (storage && !load) unreadable += 1;
      return { file, alt, load };
    },
  };
  // In the order in which they are read.
  const [frontPart, body, back] = ['Part', 'Part', 'Part'].map((tag) => canvas.group(canvas.root, tag));
  const inFront = { ...tools, parent: frontPart ?? canvas.root };
  const front = [planCover(inFront, sections, page), ...planIntroduction(inFront)];
  const content = planSections(sections, { ...tools, parent: body ?? canvas.root });
  const planContents = (startOf: ReadonlyMap<string, number>) =>
    planEntries(inFront, {
      title: 'Contents',
      columns: 1,
      isLarge: true,
      entries: sections.map(({ title }, index) => {
        const to = sectionName(index);
        return { text: title, page: startOf.get(to) ?? 0, to };
      }),
    });
  const first = front.length + (design.hasContents ? planContents(new Map()).length : 0) + 1;
  const startOf = new Map(content.flatMap(({ starts }, index) => starts.map(({ name }) => [name, first + index])));
  const contents = design.hasContents ? planContents(startOf) : [];
  const pageOf = new Map<PrintedProduct, number>();
  for (const [index, { blocks }] of content.entries())
    for (const product of blocks.flatMap(({ block }) => block.products ?? []))
      if (!pageOf.has(product)) pageOf.set(product, first + index);
  const toEntry = (text: string, number: number): Entry => ({ text, page: number, to: `Page ${number}` });
  const byText = new Intl.Collator('en', { numeric: true }).compare;
  const sorted = (entries: Entry[]) => entries.toSorted((a, b) => byText(a.text, b.text) || a.page - b.page);
  const index = design.hasIndex
    ? [
        ...planEntries(
          { ...tools, parent: back ?? canvas.root },
          {
            title: 'Products by name',
            columns: 2,
            entries: sorted([...pageOf].map(([{ name }, number]) => toEntry(name, number))),
          },
        ),
        ...planEntries(
          { ...tools, parent: back ?? canvas.root },
          {
            title: 'Products by SKU',
            columns: 3,
            entries: sorted(
              [...pageOf].flatMap(([{ sku, variants }, number]) =>
                [...new Set([sku, ...variants.map((variant) => variant.sku)])].flatMap((each) =>
                  each ? [toEntry(each, number)] : [],
                ),
              ),
            ),
          },
        ),
      ]
    : [];
  const pages = [...front, ...contents, ...content, ...index];
  const records: PageRecord[] = [];
  const consume = (async () => {
    for await (const bytes of canvas.output) await write(bytes);
  })();
  // It is awaited at the end; until then, its failure isn't unhandled.
  consume.catch(() => undefined);
  for (const [at, { kind, header, blocks, starts }] of pages.slice(0, maxPages).entries()) {
    signal?.throwIfAborted();
    await yieldToEventLoop();
    canvas.addPage();
    canvas.mark(`Page ${at + 1}`);
    for (const { name, title } of starts) canvas.mark(name, title);
    for (const { block, y } of blocks) await block.draw({ y: margin.top + y });
    if (kind !== 'Cover') drawEdges(tools, { header, number: at + 1, page });
    const products = new Set(blocks.flatMap(({ block }) => block.products ?? []));
    records.push({ kind, hash: '', items: [...products].map((product) => [product.name, hashItem(product)]) });
    onPage?.({ done: at + 1, total: pages.length });
  }
  canvas.end();
  await consume;
  const printed = sections.flatMap(({ products }) => products);
  const withoutPicture = printed.filter(({ image }) => image === null).length;
  return {
    pageCount: pages.length,
    pages: records.map((record, at) => ({ ...record, hash: canvas.pageHashes[at] ?? '' })),
    notices: [
      ...(withoutPicture > 0 && design.layout !== 'prices'
        ? [`${formatCount(withoutPicture, 'product')} without a picture`]
        : []),
      ...(design.hasQrCodes && printed.every(({ pageUrl }) => pageUrl === null)
        ? ['No QR codes: websites can’t read the products, or their address isn’t in Settings → Website']
        : []),
      ...(unreadable > 0 ? [`${formatCount(unreadable, 'picture')} couldn’t be read`] : []),
      ...describeMissing(canvas),
    ],
  };
};

const drawEdges = (
  { canvas, design, frame }: LayoutTools,
  { header, number, page }: { header: string; number: number; page: { height: number } },
): void => {
  const top = { ...frame, y: 26 };
  if (header) canvas.marginText(header, { ...top, style: styles.label });
  canvas.marginText(design.title, { ...top, align: 'end', style: styles.small });
  const bottom = { ...frame, y: page.height - 32 };
  if (design.footer) canvas.marginText(design.footer, { ...bottom, style: styles.small });
  canvas.marginText(String(number), { ...bottom, align: 'end', style: styles.label });
};

/** The items of a page that the other one doesn't have like this. Products may have equal names. */
const findOthers = (page: PageRecord | undefined, other: PageRecord | undefined): PageRecord['items'] =>
  (page?.items ?? []).filter(
    ([name, hash]) => !other?.items.some(([otherName, otherHash]) => otherName === name && otherHash === hash),
  );

/** Compares the pages of a catalogue with those that it would have now. */
export const findChangedPages = (
  before: readonly PageRecord[],
  after: readonly PageRecord[],
): { page: number; reasons: string[] }[] =>
  Array.from({ length: Math.max(before.length, after.length) }, (_, index) => {
    const [old, current] = [before[index], after[index]];
    if (old?.hash === current?.hash) return [];
    const changed = [...findOthers(current, old), ...findOthers(old, current)].map(([name]) => name);
    const kind = current?.kind ?? old?.kind ?? '';
    return [{ page: index + 1, reasons: changed.length > 0 ? [...new Set(changed)] : [kind] }];
  }).flat();
