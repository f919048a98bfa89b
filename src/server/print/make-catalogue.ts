import { createHash } from 'node:crypto';
import { type Currency, localeOf } from '#shared/office.ts';
import { formatCount, formatList } from '#shared/resource-kit/labels.ts';
import type { FileStorage } from '../files/file-storage.ts';
import { yieldToEventLoop } from '../lib/yield-to-event-loop.ts';
import { describeValidFrom, type Frame, type LayoutTools, styles, type WantedPicture } from './blocks.ts';
import { type Canvas, createCanvas, toPoints } from './canvas.ts';
import type { PrintedDesign } from './dealers.ts';
import { loadPicture, type Picture, resolutions } from './pictures.ts';
import {
  type Entry,
  fitIntroduction,
  type PlannedPage,
  planCover,
  planEntries,
  planIntroduction,
  planSections,
  sectionName,
} from './plan.ts';
import type { PrintedContent, PrintedProduct } from './read-products.ts';

/** Beyond the margin of the sides, for the lines at the edges. */
const edges = { top: 16, bottom: 12 };

/** With more pictures, they are less sharp, so that the file isn't too large. */
const maxFinePictures = 500;

/** Identifies what a page shows, to find the pages that have changed since. */
export type PageRecord = { kind: string; hash: string; items: [name: string, hash: string][] };

export type CatalogueResult = { pages: PageRecord[]; notices: string[] };

const hashItem = (product: PrintedProduct): string =>
  createHash('sha256').update(JSON.stringify(product)).digest('hex').slice(0, 12);

/** The names that the fonts can't print, as they may be in many places. */
const describeMissing = ({ missing }: Canvas): string[] =>
  missing.size === 0 ? [] : [`The catalogue’s fonts lack ${formatList([...missing].slice(0, 10))}`];

export type MakeOptions = {
  design: PrintedDesign;
  content: PrintedContent;
  /** Of the office. */
  currency: Currency;
  /** Storage of the pictures; null to only lay out the pages. */
  storage: FileStorage | null;
  /** Draws only these many pages. */
  maxPages?: number;
  write: (bytes: Uint8Array) => Promise<void>;
  onPage?: (page: { done: number; total: number }) => void;
  signal?: AbortSignal | undefined;
};

/** Of the logo in print; it is smaller above each page. */
const logoSize = { width: 132, height: 48 };

export const createMoneyFormat = (currency: Currency): Intl.NumberFormat =>
  new Intl.NumberFormat(localeOf(currency), {
    style: 'currency',
    currency,
    currencyDisplay: 'narrowSymbol',
  });

/** Makes the PDF of a catalogue, page by page, and passes its bytes on as they become known. */
export const makeCatalogue = async (options: MakeOptions): Promise<CatalogueResult & { pageCount: number }> => {
  const { design, currency, storage, maxPages = Number.POSITIVE_INFINITY, write, onPage, signal } = options;
  const { sections, notices, focalPoints } = options.content;
  const { title, paper: size, hasCropMarks } = design;
  const canvas = createCanvas({ title, size, hasCropMarks });
  const money = createMoneyFormat(design.currency ?? currency);
  const ownMoney = createMoneyFormat(currency);
  const margin = toPoints(design.margin);
  const frame: Frame = {
    x: margin,
    y: margin + edges.top,
    width: canvas.page.width - 2 * margin,
    height: canvas.page.height - 2 * margin - edges.top - edges.bottom,
  };
  const printed = sections.flatMap(({ products }) => products);
  const pictures = printed.filter(({ image }) => image !== null).length;
  const resolution = pictures > maxFinePictures ? resolutions.usual : resolutions.fine;
  let unreadable = 0;
  const readPicture = async ({ file, alt, ...size }: WantedPicture): Promise<Picture> => {
    const focalPoint = size.isCut ? focalPoints.get(file) : undefined;
    const load = storage && (await loadPicture(storage, file, { ...size, resolution, focalPoint }));
    if (storage && !load) unreadable += 1;
    return { file, alt, focalPoint, load };
  };
  const tools: LayoutTools = {
    canvas,
    design,
    frame,
    sections,
    parent: canvas.root,
    formatPrice: (price) => money.format(price),
    formatValue: (value) => (typeof value === 'number' ? ownMoney.format(value) : String(value)),
    logo: design.logo ? await readPicture({ file: design.logo, alt: '', ...logoSize, isRepeated: true }) : null,
  };
  // In the order in which they are read.
  const [frontPart, body, back] = ['Part', 'Part', 'Part'].map((tag) => canvas.group(canvas.root, tag));
  const inFront = { ...tools, parent: frontPart ?? canvas.root };
  const { lines, isLead } = fitIntroduction(inFront);
  const front = [...(design.hasCover ? [planCover(inFront)] : []), ...(isLead ? [] : planIntroduction(inFront, lines))];
  const content = planSections({ ...tools, parent: body ?? canvas.root });
  const planContents = (startOf: ReadonlyMap<string, number>) =>
    planEntries(inFront, {
      title: 'Contents',
      columns: 1,
      isLarge: true,
      lead: isLead ? lines : [],
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
  const readPictures = (page: PlannedPage | undefined) =>
    Promise.all(
      (page?.blocks ?? []).map(({ block, extra }) =>
        Promise.all((block.pictures?.({ extra }) ?? []).map((wanted) => wanted && readPicture(wanted))),
      ),
    );
  const drawn = pages.slice(0, maxPages);
  let next = readPictures(drawn[0]);
  for (const [at, { kind, header, blocks, starts }] of drawn.entries()) {
    const read = await next;
    signal?.throwIfAborted();
    // Those of the next page are decoded while this one is drawn.
    next = readPictures(drawn[at + 1]);
    canvas.addPage();
    canvas.mark(`Page ${at + 1}`);
    for (const { name, title } of starts) canvas.mark(name, title);
    for (const [index, { block, y, extra }] of blocks.entries()) {
      await block.draw({ y: frame.y + y, extra }, read[index] ?? []);
      await yieldToEventLoop();
    }
    if (kind !== 'Cover') drawEdges(tools, { section: header, number: at + 1, margin });
    const products = new Set(blocks.flatMap(({ block }) => block.products ?? []));
    records.push({ kind, hash: '', items: [...products].map((product) => [product.name, hashItem(product)]) });
    onPage?.({ done: at + 1, total: pages.length });
  }
  canvas.end();
  await consume;
  const withoutPicture = printed.length - pictures;
  return {
    pageCount: pages.length,
    pages: records.map((record, at) => ({ ...record, hash: canvas.pageHashes[at] ?? '' })),
    notices: [
      ...notices,
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

/** The text at the top of each page, besides its section. */
const describeHeader = ({ header, title, validFrom }: PrintedDesign): string =>
  [header || title, validFrom && describeValidFrom(validFrom)].filter(Boolean).join(' · ');

const drawEdges = (
  { canvas, design, frame, logo }: LayoutTools,
  { section, number, margin }: { section: string; number: number; margin: number },
): void => {
  const top = { ...frame, y: margin - 14 };
  const header = describeHeader(design);
  const fits = (text: string, width: number) => canvas.fit(text, { width, style: styles.small })[0] ?? '';
  const half = frame.width / 2;
  if (section) canvas.marginText(fits(section, half - 8), { ...top, style: styles.label });
  if (logo) canvas.picture(null, logo, { x: frame.x + frame.width - 50, y: margin - 18, width: 50, height: 18 });
  const width = frame.width - (logo ? 58 : 0);
  canvas.marginText(fits(header, width - half), { ...top, width, align: 'end', style: styles.small });
  const bottom = { ...frame, y: canvas.page.height - margin + 8 };
  if (design.footer) canvas.marginText(fits(design.footer, frame.width - 40), { ...bottom, style: styles.small });
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
