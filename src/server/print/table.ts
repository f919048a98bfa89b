import { type Block, type LayoutTools, padding, ruleColor, styles } from './blocks.ts';
import type { Element } from './canvas.ts';
import type { PrintedProduct } from './read-products.ts';
import { lineHeight } from './text.ts';

/** Numbers and codes aren't cut or broken, but become smaller. */
type Column = { title: string; width: number; kind?: 'number' | 'code' | undefined };

type TableRow = { cells: readonly string[]; products?: readonly PrintedProduct[]; keepsWithNext?: boolean };

const maxLines = 3;
const inset = 3;
const rowPadding = 5;

const sumHeights = (rows: readonly { height: number }[]): number => rows.reduce((sum, { height }) => sum + height, 0);

/**
 * A table whose head is repeated on each page. Rows are never cut, nor those that belong together, if they fit a page below
 * what precedes the table (`reserve`).
 */
export const createTable = (
  tools: LayoutTools,
  {
    columns,
    rows,
    indent = 0,
    reserve = 0,
  }: { columns: readonly Column[]; rows: readonly TableRow[]; indent?: number; reserve?: number },
): Block[] => {
  const { canvas, frame, parent } = tools;
  const total = columns.reduce((sum, { width }) => sum + width, 0);
  const tableWidth = frame.width - indent;
  const scaled = columns.map((column) => ({ ...column, width: (column.width / total) * tableWidth - 2 * inset }));
  let table: Element | undefined;

  const createRow = (cells: readonly string[], isHead: boolean): Pick<Block, 'height' | 'draw'> => {
    const fitted = scaled.map(({ width, kind }, index) => {
      const style = isHead ? styles.label : styles.body;
      const text = cells[index] ?? '';
      const size = kind ? style.size * Math.min(1, width / canvas.measure(text, style)) : style.size;
      return { style: { ...style, size }, lines: kind ? [text] : canvas.fit(text, { width, style, maxLines }) };
    });
    const height = Math.max(...fitted.map(({ lines, style }) => lines.length * lineHeight(style))) + rowPadding;
    return {
      height,
      draw: ({ y }) => {
        table ??= canvas.group(parent, 'Table');
        const row = canvas.group(table, 'TR');
        let x = frame.x + indent + inset;
        for (const [index, { lines, style }] of fitted.entries()) {
          const { width, kind } = scaled[index] ?? { width: 0 };
          const cell = canvas.group(row, isHead ? 'TH' : 'TD');
          if (lines.some(Boolean))
            canvas.text(cell, 'P', lines, { x, width, y: y + 2, align: kind === 'number' ? 'end' : 'start', style });
          x += width + 2 * inset;
        }
        canvas.fill({ x: frame.x + indent, y: y + height - 1, width: tableWidth, height: 0.5 }, ruleColor);
      },
    };
  };

  const titles = createRow(
    columns.map(({ title }) => title),
    true,
  );
  const room = frame.height - reserve - titles.height;
  const drawn = rows.map(({ cells, products = [] }) => ({ ...createRow(cells, false), products }));
  /** Height of the rows that must be on the page of a row, if they fit one. */
  const findRest = (at: number): number => {
    if (rows[at - 1]?.keepsWithNext) return 0;
    let last = at;
    while (rows[last]?.keepsWithNext) last += 1;
    const rest = sumHeights(drawn.slice(at + 1, last + 1));
    return (drawn[at]?.height ?? 0) + rest > room ? 0 : rest;
  };
  const head: Block = {
    ...titles,
    keepsWith: (drawn[0]?.height ?? 0) + findRest(0),
    draw: (at) => {
      // The head starts a new table, because a table that spans pages would have two heads.
      table = undefined;
      return titles.draw(at, []);
    },
  };
  return [
    { ...head, repeated: head },
    ...drawn.map((row, index) => ({ ...row, keepsWith: findRest(index) })),
    { height: 0, space: padding, repeated: null, draw: () => undefined },
  ];
};

/** Height of what must be on the page of a block that belongs to the blocks after it. */
export const keepWith = ([next]: readonly Block[]): number => (next ? next.height + (next.keepsWith ?? 0) : 0);

export const createVariantTable = (
  product: PrintedProduct,
  tools: LayoutTools,
  { indent = 0, reserve = 0 } = {},
): Block[] => {
  const { design, formatPrice } = tools;
  const { variants } = product;
  if (variants.length === 0 || !design.details.includes('variants')) return [];
  const hasPrices = variants.some(({ price }) => price !== null);
  const hasGtins = design.details.includes('gtin') && variants.some(({ gtin }) => gtin);
  return createTable(tools, {
    indent,
    reserve,
    columns: [
      { title: 'Variant', width: 5 },
      { title: 'SKU', width: 3, kind: 'code' as const },
      ...(hasGtins ? [{ title: 'GTIN', width: 3, kind: 'code' as const }] : []),
      ...(hasPrices ? [{ title: 'Price', width: 2, kind: 'number' as const }] : []),
    ],
    rows: variants.map(({ name, sku, gtin, price }, index) => ({
      cells: [name, sku, ...(hasGtins ? [gtin] : []), price === null ? '' : formatPrice(price)],
      products: [product],
      keepsWithNext: index < variants.length - 1,
    })),
  });
};
