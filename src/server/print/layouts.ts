import type { CatalogueDesign } from '#shared/catalogue-design.ts';
import { formatCount } from '#shared/resource-kit/labels.ts';
import { yieldToEventLoop } from '../lib/yield-to-event-loop.ts';
import { type Block, gap, type LayoutTools, padding, panelColor, readable, ruleColor, styles } from './blocks.ts';
import type { Box, Element } from './canvas.ts';
import type { Picture } from './pictures.ts';
import { createPriceList } from './price-list.ts';
import type { PrintedProduct, PrintedSection } from './read-products.ts';
import { createVariantTable, keepWith } from './table.ts';
import { lineHeight, type TextStyle } from './text.ts';

const getBandHeight = ({ layout }: CatalogueDesign): number => (layout === 'grid12' ? 64 : 76);

/** The band with the category's name and picture above its products. */
const createBand = (
  section: PrintedSection,
  { canvas, design, frame, parent }: LayoutTools,
  products: readonly Block[],
): Block => {
  const height = getBandHeight(design);
  const first = gap + keepWith(products);
  const pictureWidth = section.image ? frame.width * 0.38 : 0;
  return {
    height,
    space: gap,
    keepsWith: height + first > frame.height ? 0 : first,
    pictures: () => [
      section.image ? { file: section.image, alt: section.imageAlt, width: pictureWidth, height, isCut: true } : null,
    ],
    draw: ({ y }, [picture]) => {
      const { x, width } = frame;
      canvas.fill({ x, y, width, height }, panelColor);
      canvas.fill({ x, y, width: 5, height }, design.color);
      if (picture) canvas.picture(parent, picture, { x: x + width - pictureWidth, y, width: pictureWidth, height });
      const inner = { x: x + 24, width: width - pictureWidth - 48 };
      const lines = canvas.fit(section.title, { ...inner, style: styles.large, maxLines: 2 });
      const texts = lines.length * lineHeight(styles.large) + lineHeight(styles.small);
      const top = y + (height - texts) / 2;
      const written = canvas.text(parent, 'H1', lines, { ...inner, y: top, style: styles.large });
      const count = formatCount(section.products.length, 'product');
      canvas.text(parent, 'P', [count], { ...inner, y: top + written, style: styles.small });
    },
  };
};

const toPriceText = ({ price, hasPriceRange }: PrintedProduct, formatPrice: LayoutTools['formatPrice']): string =>
  price === null ? '' : `${hasPriceRange ? 'from ' : ''}${formatPrice(price)}`;

/** A price that is cut would be another price. */
const shrink = ({ canvas }: LayoutTools, text: string, { width, style }: { width: number; style: TextStyle }) => ({
  ...style,
  size: style.size * Math.min(1, width / canvas.measure(text, style)),
});

const summarizeVariants = ({ variants }: PrintedProduct): string =>
  variants.length === 0
    ? ''
    : `${formatCount(variants.length, 'variant')}: ${variants.map(({ name, sku }) => name || sku).join(', ')}`;

/** The texts of a product below its name, as far as they fit. */
const listDetails = (
  product: PrintedProduct,
  { design: { details }, formatValue }: LayoutTools,
  withVariants: boolean,
) => {
  const places = new Map<string, number>(details.map((detail, index) => [detail, index]));
  const toPlace = (name: string) => places.get(name) ?? -1;
  return [
    { name: 'sku', text: product.sku, style: styles.small, maxLines: 1 },
    { name: 'materialType', text: product.materialType, style: styles.small, maxLines: 1 },
    ...product.trade.map(({ name, label, value }) => ({
      name,
      text: `${label}: ${formatValue(value)}`,
      style: styles.small,
      maxLines: 1,
    })),
    { name: 'description', text: product.description, style: styles.body, maxLines: 3 },
    { name: 'specification', text: product.specification, style: styles.small, maxLines: 4 },
    { name: 'variants', text: withVariants ? summarizeVariants(product) : '', style: styles.small, maxLines: 2 },
  ]
    .filter(({ name, text }) => text !== '' && toPlace(name) >= 0)
    .sort((one, other) => toPlace(one.name) - toPlace(other.name));
};

/** Large enough for a phone at reading distance. */
const qrCodeSize = 52;

const writeName = (
  canvas: LayoutTools['canvas'],
  parent: Element,
  { pageUrl }: PrintedProduct,
  lines: readonly string[],
  at: { x: number; y: number; width: number; style: TextStyle },
): number =>
  pageUrl === null
    ? canvas.text(parent, 'H2', lines, at)
    : canvas.link(canvas.group(parent, 'H2'), lines, { ...at, url: pageUrl });

/** Writes name, details, price and QR code into a box. */
const writeProduct = (
  parent: Element,
  product: PrintedProduct,
  tools: LayoutTools,
  { withVariants = true, scale = 1, ...box }: Box & { withVariants?: boolean; scale?: number },
): void => {
  const { canvas, design, formatPrice } = tools;
  const { x, y, height } = box;
  const qrSize = design.hasQrCodes && product.pageUrl ? qrCodeSize : 0;
  const width = box.width - (qrSize > 0 ? qrSize + padding : 0);
  const price = toPriceText(product, formatPrice);
  const scaled = (style: TextStyle) => ({ ...style, size: style.size * scale });
  const nameStyle = scaled(styles.name);
  const priceStyle = shrink(tools, price, { width, style: { ...nameStyle, color: readable(design.color) } });
  const end = y + height - (price === '' ? 0 : lineHeight(priceStyle));
  const name = canvas.fit(product.name, { width, style: nameStyle, maxLines: 2 });
  let at = y + writeName(canvas, parent, product, name, { x, y, width, style: nameStyle });
  for (const { text, style: base, maxLines } of listDetails(product, tools, withVariants)) {
    const style = scaled(base);
    const fitting = Math.min(maxLines, Math.floor((end - at) / lineHeight(style)));
    if (fitting < 1) continue;
    const lines = canvas.fit(text, { width, style, maxLines: fitting });
    at += canvas.text(parent, 'P', lines, { x, y: at, width, style });
  }
  if (price !== '') canvas.text(parent, 'P', [price], { x, y: end, width, style: priceStyle });
  if (qrSize > 0 && product.pageUrl)
    canvas.qrCode(parent, product.pageUrl, `QR code of ${product.name}`, {
      x: box.x + box.width - qrSize,
      y: y + height - qrSize,
      size: qrSize,
    });
};

const wantPicture = ({ image, imageAlt: alt }: PrintedProduct, size: { width: number; height: number }) =>
  image === null ? null : { file: image, alt, ...size };

const drawPanel = (parent: Element, picture: Picture | null | undefined, { canvas }: LayoutTools, box: Box): void => {
  if (picture) canvas.picture(parent, picture, box);
  else canvas.fill(box, panelColor);
  canvas.frame(box, ruleColor);
};

const chunk = <Item>(items: readonly Item[], size: number): Item[][] =>
  Array.from({ length: Math.ceil(items.length / size) }, (_, index) => items.slice(index * size, (index + 1) * size));

/** Rows of cards with the picture above the texts. They and the band of their category fill a page. */
const createGrid = (
  { products }: PrintedSection,
  tools: LayoutTools,
  { columns, rows, scale }: { columns: number; rows: number; scale: number },
): Block[] => {
  const { canvas, design, frame, parent } = tools;
  const width = (frame.width - (columns - 1) * gap) / columns;
  const textHeight = columns > 2 ? 62 : 80;
  const height = (frame.height - getBandHeight(design) - rows * gap) / rows;
  const measurePanel = (extra: number) => ({ width, height: height + extra - textHeight - padding });
  return chunk(products, columns).map((row) => ({
    height,
    space: gap,
    canGrow: true,
    products: row,
    pictures: ({ extra }) => row.map((product) => wantPicture(product, measurePanel(extra))),
    draw: async ({ y, extra }, pictures) => {
      const panel = measurePanel(extra);
      for (const [at, product] of row.entries()) {
        const element = canvas.group(parent, 'Sect');
        const x = frame.x + at * (width + gap);
        drawPanel(element, pictures[at], tools, { x, y, ...panel });
        writeProduct(element, product, tools, { x, y: y + panel.height + padding, width, height: textHeight, scale });
        await yieldToEventLoop();
      }
    },
  }));
};

const createList = ({ products }: PrintedSection, tools: LayoutTools): Block[] => {
  const { canvas, design, frame, parent } = tools;
  const height = 96;
  const reserve = getBandHeight(design) + gap + height + padding;
  return products.flatMap((product) => {
    const table = createVariantTable(product, tools, { indent: height + gap, reserve });
    const block: Block = {
      height,
      space: table.length > 0 ? padding : gap,
      keepsWith: padding + keepWith(table),
      products: [product],
      pictures: () => [wantPicture(product, { width: height, height })],
      draw: ({ y }, [picture]) => {
        const element = canvas.group(parent, 'Sect');
        drawPanel(element, picture, tools, { x: frame.x, y, width: height, height });
        const x = frame.x + height + gap;
        writeProduct(element, product, tools, { x, y, width: frame.width - height - gap, height, withVariants: false });
      },
    };
    return [block, ...table];
  });
};

const createSingles = ({ products }: PrintedSection, tools: LayoutTools): Block[] => {
  const { canvas, design, frame, parent, formatPrice } = tools;
  const { width, x } = frame;
  return products.flatMap((product, index) => {
    const price = toPriceText(product, formatPrice);
    const title = canvas.fit(product.name, { width, style: styles.large, maxLines: 3 });
    const priceStyle = shrink(tools, price, {
      width,
      style: { ...styles.large, size: 16, color: readable(design.color) },
    });
    const fitTexts = (maxLines: number) =>
      listDetails(product, tools, false).map(({ name, text, style }) =>
        name === 'description' || name === 'specification'
          ? { lines: canvas.fit(text, { width, style: styles.reading, maxLines }), style: styles.reading }
          : { lines: canvas.fit(text, { width, style }), style },
      );
    const measureTexts = (texts: ReturnType<typeof fitTexts>) =>
      title.length * lineHeight(styles.large) +
      texts.reduce((sum, { lines, style }) => sum + lines.length * lineHeight(style) + 6, 0) +
      lineHeight(priceStyle) +
      gap;
    let maxLines = 14;
    let texts = fitTexts(maxLines);
    while (maxLines > 1 && frame.height * 0.45 + gap + measureTexts(texts) > frame.height) {
      maxLines -= 1;
      texts = fitTexts(maxLines);
    }
    const table = createVariantTable(product, tools);
    const rest = frame.height - getBandHeight(design) - 2 * gap - measureTexts(texts) - keepWith(table);
    const pictureHeight = Math.max(frame.height * 0.45, Math.min(frame.height * 0.62, rest));
    const ownHeight = pictureHeight + gap + measureTexts(texts);
    const block: Block = {
      height: ownHeight,
      keepsWith: ownHeight + keepWith(table) > frame.height ? 0 : keepWith(table),
      // The first one is below the band of its category if there is room.
      startsPage: index > 0,
      products: [product],
      pictures: () => [wantPicture(product, { width, height: pictureHeight })],
      draw: ({ y }, [picture]) => {
        const element = canvas.group(parent, 'Sect');
        drawPanel(element, picture, tools, { x, y, width, height: pictureHeight });
        let at = y + pictureHeight + gap;
        at += writeName(canvas, element, product, title, { x, y: at, width, style: styles.large }) + 4;
        for (const { lines, style } of texts) at += canvas.text(element, 'P', lines, { x, y: at, width, style }) + 6;
        if (price !== '') canvas.text(element, 'P', [price], { x, y: at, width, style: priceStyle });
        if (design.hasQrCodes && product.pageUrl)
          canvas.qrCode(element, product.pageUrl, `QR code of ${product.name}`, {
            x: x + width - qrCodeSize,
            y: y + pictureHeight - qrCodeSize,
            size: qrCodeSize,
          });
      },
    };
    return [block, ...table];
  });
};

/** Lays out a category and its products. */
export const createBlocks = (section: PrintedSection, tools: LayoutTools): Block[] => {
  const { layout } = tools.design;
  if (layout === 'prices') return createPriceList(section, tools);
  const blocks =
    layout === 'list'
      ? createList(section, tools)
      : layout === 'single'
        ? createSingles(section, tools)
        : createGrid(
            section,
            tools,
            layout === 'grid6' ? { columns: 2, rows: 3, scale: 1.1 } : { columns: 3, rows: 4, scale: 0.9 },
          );
  return [createBand(section, tools, blocks), ...blocks];
};
