import { code128, ean8, ean13, itf14, type RenderOptions, upca } from 'bwip-js/generic';
import { catalogueDesignSchema } from '#shared/catalogue-design.ts';
import type { Currency } from '#shared/office.ts';
import { type LabelRequest, labelPreviewSchema, labelRequestSchema, maxLabels } from '#shared/product-labels.ts';
import { formatCount } from '#shared/resource-kit/labels.ts';
import { product } from '#shared/resources/product.ts';
import { type App, addRoute, fileResponse } from '../http/route.ts';
import { validationError } from '../lib/app-error.ts';
import { yieldToEventLoop } from '../lib/yield-to-event-loop.ts';
import type { OperationsContext } from '../records/hooks.ts';
import { styles } from './blocks.ts';
import { type Box, createCanvas, toPoints } from './canvas.ts';
import { createMoneyFormat } from './make-catalogue.ts';
import { readSections } from './read-products.ts';
import { lineHeight, type TextStyle } from './text.ts';

type Label = {
  name: string;
  gtin: string;
  sku: string;
  price: number | null;
  pageUrl: string | null;
  facts: Readonly<Record<string, { label: string; value: unknown }>>;
};

type Bar = { x: number; width: number };

type Barcode = { bars: Bar[]; modules: number; text: string };

const gtinSymbols: Readonly<Record<number, [string, typeof ean13]>> = {
  8: ['ean8', ean8],
  12: ['upca', upca],
  13: ['ean13', ean13],
  14: ['itf14', itf14],
};

/** Light modules that a scanner needs on each side; EAN-13 needs the most. */
const quietZone = 11;
/** Millimetres of a module: the nominal size, and the smallest that scanners and office printers manage. */
const moduleSize = { nominal: 0.33, smallest: 0.19 };
const padding = toPoints(2.5);

/** Returns the bars of a code, in modules; null if the symbol can't hold the text. */
const encodeBars = (symbol: [string, typeof ean13], text: string): Barcode | null => {
  const [bcid, draw] = symbol;
  const bars: Bar[] = [];
  let width = 0;
  // At this scale, the library rounds no bar.
  const scale = 2;
  const options: RenderOptions = { bcid, text, scaleX: scale, scaleY: 1, height: 10, includetext: false };
  const nothing = () => undefined;
  try {
    draw(options, {
      scale: () => null,
      measure: () => ({ width: 0, ascent: 0, descent: 0 }),
      init: (drawn) => {
        width = drawn / scale;
      },
      line: (x, _top, _x, _bottom, thickness) =>
        bars.push({ x: (x - thickness / 2) / scale, width: thickness / scale }),
      polygon: nothing,
      hexagon: nothing,
      ellipse: nothing,
      fill: nothing,
      text: nothing,
      end: nothing,
    });
  } catch {
    return null;
  }
  return { bars, modules: width, text };
};

const findBarcode = ({ gtin, sku }: Label, code: LabelRequest['code']): Barcode | null => {
  const symbol: [string, typeof ean13] | undefined = code === 'sku' ? ['code128', code128] : gtinSymbols[gtin.length];
  const text = code === 'sku' ? sku : gtin;
  return symbol && text !== '' ? encodeBars(symbol, text) : null;
};

const readLabels = async (request: LabelRequest, context: OperationsContext): Promise<Label[]> => {
  const { ids, filter } = request;
  const design = { ...catalogueDesignSchema.parse({ title: 'Labels', ids, filter }), selection: null };
  const { sections } = await readSections(design, context);
  return sections.flatMap(({ products }) =>
    products.flatMap(({ name, sku, price, pageUrl, trade, variants }): Label[] => {
      const facts = Object.fromEntries(trade.map((fact) => [fact.name, fact]));
      const gtin = String(facts.gtin?.value ?? '');
      const own = { name, sku, price, pageUrl, facts };
      if (!request.hasVariants || variants.length === 0) return [{ ...own, gtin }];
      return variants.map((variant) => ({
        ...own,
        name: `${name} · ${variant.name}`,
        sku: variant.sku,
        price: variant.price,
        gtin: variant.gtin,
      }));
    }),
  );
};

const withoutCode: Readonly<Record<LabelRequest['code'], string>> = {
  gtin: 'barcode: they have no GTIN',
  sku: 'barcode: they have no SKU, or one with letters that a barcode can’t hold',
  page: 'QR code: websites can’t read these products, or their address isn’t in Settings → Website',
  none: '',
};

/** Returns why a label has no code; null if it has one. */
const findLack = (
  label: Label,
  barcode: Barcode | null,
  { code, sheet }: LabelRequest,
): 'missing' | 'narrow' | null => {
  if (code === 'none') return null;
  if (code === 'page') return label.pageUrl === null ? 'missing' : null;
  if (!barcode) return 'missing';
  const step = (toPoints(sheet.width) - 2 * padding) / (barcode.modules + 2 * quietZone);
  return step < toPoints(moduleSize.smallest) ? 'narrow' : null;
};

/** Prints labels as a PDF. Without `maxPages`, all of them. */
const printLabels = async (
  request: LabelRequest,
  { labels, currency, maxPages = Number.POSITIVE_INFINITY }: { labels: Label[]; currency: Currency; maxPages?: number },
) => {
  const { sheet, code, texts, copies, start, right, down } = request;
  const canvas = createCanvas({ title: 'Labels', size: sheet.paper });
  const money = createMoneyFormat(currency);
  const all = labels.flatMap((label) => Array<Label>(copies).fill(label));
  const perPage = sheet.columns * sheet.rows;
  const [width, height] = [toPoints(sheet.width) - 2 * padding, toPoints(sheet.height) - 2 * padding];
  const barcodes = new Map<Label, Barcode>();
  const lacks = { missing: 0, narrow: 0 };
  for (const [index, label] of labels.entries()) {
    if (index % 100 === 99) await yieldToEventLoop();
    const barcode = code === 'gtin' || code === 'sku' ? findBarcode(label, code) : null;
    const lack = findLack(label, barcode, request);
    if (lack) lacks[lack] += copies;
    else if (barcode) barcodes.set(label, barcode);
  }

  const drawCode = (label: Label, box: Box): void => {
    if (code === 'page' && label.pageUrl !== null) {
      const at = { x: box.x, y: box.y, size: Math.min(box.height, box.width) };
      canvas.qrCode(canvas.root, label.pageUrl, `QR code of ${label.name}`, at);
    }
    const barcode = barcodes.get(label);
    if (!barcode) return;
    const modules = barcode.modules + 2 * quietZone;
    const step = Math.min(toPoints(moduleSize.nominal), box.width / modules);
    const digits = lineHeight(styles.small);
    const bars = barcode.bars.map((bar) => ({
      x: box.x + (quietZone + bar.x) * step,
      y: box.y,
      width: bar.width * step,
      height: box.height - digits,
    }));
    canvas.bars(canvas.root, `Barcode ${barcode.text}`, bars, { ...box, width: modules * step });
    canvas.text(canvas.root, 'P', [barcode.text], {
      x: box.x,
      y: box.y + box.height - digits,
      width: modules * step,
      align: 'center',
      style: styles.small,
    });
  };

  const drawLabel = (label: Label, { x, y }: { x: number; y: number }): void => {
    const isLow = height < toPoints(22);
    const nameStyle = { ...styles.name, size: isLow ? 7.5 : 9.5 };
    const name = canvas.fit(label.name, { width, style: nameStyle, maxLines: isLow ? 1 : 2 });
    let at = y + canvas.text(canvas.root, 'H1', name, { x, y, width, style: nameStyle });
    const { mrp, ...others } = label.facts;
    const isShown = (name: string) => texts.some((text) => text === name);
    const small = [
      isShown('sku') && code !== 'sku' ? label.sku : '',
      ...Object.entries(others).flatMap(([name, { value }]) => (isShown(name) ? [String(value)] : [])),
    ].filter(Boolean);
    const amounts = [
      ...(isShown('price') && label.price !== null ? [money.format(label.price)] : []),
      ...(isShown('mrp') && mrp ? [`MRP ${money.format(Number(mrp.value))}`] : []),
    ];
    const line = (text: string, style: TextStyle) => {
      const lines = canvas.fit(text, { width, style });
      at += canvas.text(canvas.root, 'P', lines, { x, y: at, width, style });
    };
    if (small.length > 0) line(small.join(' · '), styles.small);
    if (amounts.length > 0) line(amounts.join(' · '), { ...styles.name, size: isLow ? 7.5 : 10.5 });
    const gap = 2;
    drawCode(label, { x, y: at + gap, width, height: Math.min(y + height - at - gap, toPoints(16)) });
  };

  const chunks: Uint8Array[] = [];
  const consume = (async () => {
    for await (const bytes of canvas.output) chunks.push(bytes);
  })();
  const first = start - 1;
  const pageCount = Math.ceil((first + all.length) / perPage);
  for (let place = first; place < first + all.length; place += 1) {
    if (place === first || place % perPage === 0) {
      await yieldToEventLoop();
      if (Math.floor(place / perPage) >= maxPages) break;
      canvas.addPage();
    }
    const [column, row] = [place % sheet.columns, Math.floor((place % perPage) / sheet.columns)];
    const label = all[place - first];
    if (!label) break;
    drawLabel(label, {
      x: toPoints(sheet.left + right + column * (sheet.width + sheet.columnGap)) + padding,
      y: toPoints(sheet.top + down + row * (sheet.height + sheet.rowGap)) + padding,
    });
  }
  canvas.end();
  await consume;
  const counted = (number: number, reason: string) => (number > 0 ? [`${formatCount(number, 'label')} ${reason}`] : []);
  return {
    pdf: Buffer.concat(chunks),
    labelCount: all.length,
    pageCount,
    notices: [
      ...counted(lacks.missing, `without a ${withoutCode[code]}`),
      ...counted(lacks.narrow, 'without a barcode: it would be too narrow to be read. Choose larger labels'),
    ],
  };
};

/** Adds the routes that print labels of products. */
export const addLabelPrinting = (
  app: App,
  { context, getCurrency }: { context: OperationsContext; getCurrency: () => Currency },
): void => {
  const print = async (request: LabelRequest, options: { maxPages?: number } = {}) => {
    const labels = await readLabels(request, context);
    if (labels.length === 0) throw validationError([{ field: 'filter', message: 'No products match this choice' }]);
    if (labels.length * request.copies > maxLabels)
      throw validationError([
        { field: 'copies', message: `Print up to ${maxLabels.toLocaleString('en')} labels at a time` },
      ]);
    return printLabels(request, { labels, currency: getCurrency(), ...options });
  };
  const common = { access: { resource: product.name, action: 'read' }, bodyLimit: 1024 * 1024 } as const;
  addRoute(app, {
    ...common,
    url: 'POST /v1/product/labels/preview',
    summary: 'Print the first sheet of labels, and name what they lack',
    body: labelRequestSchema,
    response: labelPreviewSchema,
    handle: async ({ body }) => {
      const { pdf, ...printed } = await print(body, { maxPages: 1 });
      return { message: 'Preview made', data: { ...printed, pdf: pdf.toString('base64') } };
    },
  });
  addRoute(app, {
    ...common,
    url: 'POST /v1/product/labels',
    summary: 'Print labels of products and their variants as a PDF',
    body: labelRequestSchema,
    response: fileResponse('The labels', ['application/pdf']),
    handle: async ({ body }, _active, reply) => {
      const { pdf } = await print(body);
      return reply.type('application/pdf').header('content-disposition', 'attachment; filename="labels.pdf"').send(pdf);
    },
  });
};
