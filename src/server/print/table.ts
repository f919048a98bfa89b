import { type Block, gap, type LayoutTools, ruleColor, styles } from './blocks.ts';
import { type Element, lineHeight } from './canvas.ts';
import type { PrintedProduct } from './read-products.ts';

type Column = { title: string; width: number; isNumber?: boolean };

type TableRow = { cells: readonly string[]; products?: readonly PrintedProduct[] };

/** A table whose head is repeated on each page. Rows are never cut. */
export const createTable = (
  tools: LayoutTools,
  { columns, rows, indent = 0 }: { columns: readonly Column[]; rows: readonly TableRow[]; indent?: number },
): Block[] => {
  const { canvas, frame, parent } = tools;
  const total = columns.reduce((sum, { width }) => sum + width, 0);
  const scaled = columns.map((column) => ({ ...column, width: (column.width / total) * (frame.width - indent) }));
  const height = lineHeight(styles.body) + 5;
  let table: Element | undefined;
  const drawRow = (cells: readonly string[], y: number, isHead: boolean) => {
    table ??= canvas.group(parent, 'Table');
    const row = canvas.group(table, 'TR');
    let x = frame.x + indent;
    for (const [index, { width, isNumber = false }] of scaled.entries()) {
      const style = isHead ? styles.label : styles.body;
      const inner = { x: x + 3, width: width - 6 };
      const lines = canvas.fit(cells[index] ?? '', { ...inner, style });
      const cell = canvas.group(row, isHead ? 'TH' : 'TD');
      if (lines[0]) canvas.text(cell, 'P', lines, { ...inner, y: y + 2, align: isNumber ? 'end' : 'start', style });
      x += width;
    }
    canvas.fill({ x: frame.x + indent, y: y + height - 1, width: frame.width - indent, height: 0.5 }, ruleColor);
  };
  const head: Block = {
    height,
    keepsWith: height,
    draw: async ({ y }) => {
      // The head starts a new table, because a table that spans pages would have two heads.
      table = undefined;
      drawRow(
        columns.map(({ title }) => title),
        y,
        true,
      );
    },
  };
  return [
    { ...head, repeated: head },
    ...rows.map(
      ({ cells, products = [] }): Block => ({ height, products, draw: async ({ y }) => drawRow(cells, y, false) }),
    ),
    { height: gap / 2, repeated: null, draw: async () => undefined },
  ];
};

export const createVariantTable = (product: PrintedProduct, tools: LayoutTools, indent: number): Block[] => {
  const { design, formatPrice } = tools;
  if (product.variants.length === 0 || !design.details.includes('variants')) return [];
  const hasPrices = product.variants.some(({ price }) => price !== null);
  return createTable(tools, {
    indent,
    columns: [
      { title: 'Variant', width: 5 },
      { title: 'SKU', width: 3 },
      ...(hasPrices ? [{ title: 'Price', width: 2, isNumber: true }] : []),
    ],
    rows: product.variants.map(({ name, sku, price }) => ({
      cells: [name, sku, price === null ? '' : formatPrice(price)],
      products: [product],
    })),
  });
};
