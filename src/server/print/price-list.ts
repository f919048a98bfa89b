import { catalogueDetails } from '#shared/catalogue-design.ts';
import type { CellValue } from '../../spreadsheet/write.ts';
import { type Block, type LayoutTools, padding, readable, styles } from './blocks.ts';
import type { PrintedDesign } from './dealers.ts';
import type { PrintedProduct, PrintedSection } from './read-products.ts';
import { createTable, keepWith } from './table.ts';
import { lineHeight } from './text.ts';

type Line = { product: PrintedProduct; variant: PrintedProduct['variants'][number] | undefined };

type PriceColumn = {
  key: string;
  title: string;
  width: number;
  kind?: 'number' | 'code' | undefined;
  read: (line: Line) => CellValue;
};

const widths: Readonly<Record<string, number>> = { sku: 3, description: 6, specification: 5, hsnCode: 2, mrp: 2 };

const kinds: Readonly<Record<string, 'number' | 'code'>> = {
  sku: 'code',
  gtin: 'code',
  hsnCode: 'code',
  mrp: 'number',
};

/** Long texts, which are printed once for each product. */
const isLong = (key: string): boolean => key === 'description' || key === 'specification';

const readDetail = ({ product, variant }: Line, name: string): CellValue => {
  if (name === 'sku') return variant?.sku ?? product.sku;
  if (name === 'gtin' && variant) return variant.gtin;
  if (name === 'materialType' || name === 'description' || name === 'specification') return product[name];
  return product.trade.find((fact) => fact.name === name)?.value as CellValue;
};

/** The columns of a price list: the name, the chosen details in their order, and the price. */
export const listColumns = ({ details, hasPrices }: PrintedDesign): PriceColumn[] => {
  const chosen = details.filter((name) => name !== 'variants' && name !== 'sku');
  const toColumn = (name: (typeof details)[number]): PriceColumn => ({
    key: name,
    title: catalogueDetails[name],
    width: widths[name] ?? 3,
    kind: kinds[name],
    read: (line) => readDetail(line, name),
  });
  return [
    ...(details.includes('sku') ? [toColumn('sku')] : []),
    { key: 'name', title: 'Product', width: 6, read: ({ product }) => product.name },
    ...(details.includes('variants')
      ? [{ key: 'variant', title: 'Variant', width: 4, read: ({ variant }: Line) => variant?.name }]
      : []),
    ...chosen.map(toColumn),
    ...(hasPrices
      ? [
          {
            key: 'price',
            title: 'Price',
            width: 2.5,
            kind: 'number' as const,
            read: ({ product, variant }: Line) => (variant ? variant.price : product.price),
          },
        ]
      : []),
  ];
};

/** A line per variant, or one per product if variants aren't chosen. */
export const listLines = (design: PrintedDesign, { products }: PrintedSection): Line[] =>
  products.flatMap((product): Line[] =>
    product.variants.length === 0 || !design.details.includes('variants')
      ? [{ product, variant: undefined }]
      : product.variants.map((variant) => ({ product, variant })),
  );

const headingStyle = { ...styles.name, size: 14 };

const createHeading = ({ title }: PrintedSection, tools: LayoutTools, table: readonly Block[]): Block => {
  const { canvas, frame, parent, design } = tools;
  const style = { ...headingStyle, color: readable(design.color) };
  return {
    height: lineHeight(style),
    space: padding,
    keepsWith: padding + keepWith(table),
    draw: ({ y }) => {
      canvas.text(parent, 'H1', canvas.fit(title, { width: frame.width, style }), { ...frame, y, style });
    },
  };
};

export const createPriceList = (section: PrintedSection, tools: LayoutTools): Block[] => {
  const { design, formatPrice, formatValue } = tools;
  const lines = listLines(design, section);
  const all = tools.sections.flatMap((each) => listLines(design, each));
  const columns = listColumns(design).filter(({ read }) => all.some((line) => read(line)));
  const toText = ({ key, read }: PriceColumn, line: Line, previous: Line | undefined): string => {
    const value = read(line);
    if (value === null || value === undefined || (isLong(key) && previous?.product === line.product)) return '';
    return key === 'price' ? formatPrice(Number(value)) : formatValue(value);
  };
  const table = createTable(tools, {
    reserve: lineHeight(headingStyle) + padding,
    columns,
    rows: lines.map((line, index) => ({
      cells: columns.map((column) => toText(column, line, lines[index - 1])),
      products: [line.product],
      keepsWithNext: lines[index + 1]?.product === line.product,
    })),
  });
  return [createHeading(section, tools, table), ...table];
};
