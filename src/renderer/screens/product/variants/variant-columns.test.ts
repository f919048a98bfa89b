// @vitest-environment jsdom
import { describe, expect, it } from 'vitest';
import { createGridChanges, pasteCells } from '../../../ui/grid/grid-changes.ts';
import type { Grid } from '../../../ui/grid/use-grid.ts';
import { variantColumns } from './variant-columns.tsx';
import { applyGridChanges, type EditableVariant, VariantSheet } from './variant-sheet.ts';

const draft = (name: string, price: number): EditableVariant => ({
  _id: null,
  name,
  productName: '',
  sku: '',
  price,
  imagesArr: [],
  descriptionArr: [],
  attributeValueArr: [],
});
const sheet = new VariantSheet({
  variants: [draft('S', 10), draft('M', 20), draft('L', 30)],
  removedVariants: [],
  selection: {},
});
const paste = (indexes: number[], column: number, table: string[][]) => {
  const rows = indexes.flatMap((index) => sheet.variants[index] ?? []);
  const getTitle = ({ name }: EditableVariant) => name;
  const { changes, ...rest } = pasteCells({ rows, columns: variantColumns, column, table, getTitle });
  const pasted = applyGridChanges(sheet, changes);
  return {
    ...rest,
    cells: pasted.variants.map((each) => [each.name, each.sku, each.price]),
    features: pasted.variants.map((each) => each.descriptionArr),
  };
};

describe('pasting variants', () => {
  it('pastes a block of cells row by row', () => {
    const block = [
      ['Small', 'P-S', '₹1,249.50'],
      ['Medium', 'P-M', '+10%'],
    ];
    expect(paste([0, 1, 2], 1, block)).toMatchObject({
      cellCount: 6,
      errors: [],
      cells: [
        ['Small', 'P-S', 1249.5],
        ['Medium', 'P-M', 22],
        ['L', '', 30],
      ],
    });
  });

  it('pastes one row into all selected rows', () => {
    expect(paste([0, 2], 3, [['9.90']]).cells.map((row) => row[2])).toEqual([9.9, 20, 9.9]);
  });

  it('pastes the lines of a cell as features', () => {
    expect(paste([0], 4, [['- Smooth\n• Fast\n\nRefillable']]).features[0]).toEqual(['Smooth', 'Fast', 'Refillable']);
  });

  it.each(['-5', '+5', '', '(5)', '5-', '0,495', '1.250', '1,250', '8.9E+05', '12¹', '50%', '12 PCS', '#N/A'])(
    'leaves the price unchanged when %j is pasted',
    (text) => {
      const { cells, errors } = paste([0], 3, [[text]]);
      expect([cells[0]?.[2], errors]).toEqual([10, [expect.stringContaining(`S: “${text}”`)]]);
    },
  );

  it.each(['########', '#REF!', '8.9E+12'])('leaves the SKU unchanged when %j is pasted', (text) => {
    const { cells, errors } = paste([0], 2, [[text]]);
    expect([cells[0]?.[1], errors.length]).toEqual(['', 1]);
  });

  it('pastes no text as an image', () => {
    expect(paste([0], 0, [['a.png']]).errors).toHaveLength(1);
  });

  it('leaves cells unchanged whose pasted values don’t fit', () => {
    const { errors, cells } = paste([1, 2], 3, [['much'], ['31', 'Fast', 'more'], ['1']]);
    expect(errors).toHaveLength(3);
    expect(cells.map((row) => row[2])).toEqual([10, 20, 31]);
  });
});

it('fills down the value of the first variant', () => {
  let filled = sheet;
  const changes = createGridChanges({
    grid: {
      range: { top: 0, bottom: 2, left: 3, right: 3 },
      selected: new Set(),
      fillTargets: [0, 1, 2],
      activeCell: { row: 0, column: 3 },
    } as unknown as Grid,
    columns: variantColumns,
    rows: sheet.variants,
    getTitle: ({ name }) => name,
    onChange: (_label, made) => {
      filled = applyGridChanges(sheet, made);
    },
  });
  changes.fillDown();
  expect(filled.variants.map(({ price }) => price)).toEqual([10, 10, 10]);
});
