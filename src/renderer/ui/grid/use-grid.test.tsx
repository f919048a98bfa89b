// @vitest-environment jsdom
import { act } from 'react';
import { createRoot } from 'react-dom/client';
import { expect, it, vi } from 'vitest';
import { type Grid, useGrid } from './use-grid.ts';

let grid: Grid;

const Rows = ({ rows }: { rows: readonly string[] }) => {
  grid = useGrid({ rows, visibleIndexes: [...rows.keys()], columnCount: 1, getKey: (row) => row });
  return null;
};

it('ties the open editor to its row', async () => {
  vi.stubGlobal('IS_REACT_ACT_ENVIRONMENT', true);
  const root = createRoot(document.createElement('div'));
  const show = (...rows: string[]) => act(async () => root.render(<Rows rows={rows} />));
  await show('S', 'M');
  await act(async () => grid.activate({ row: 1, column: 0 }));
  await act(async () => grid.setEditedText('9.90'));
  await show('XS', 'S', 'M');
  expect([grid.activeCell.row, grid.editedText]).toEqual([2, '9.90']);
  await show('XS', 'S');
  expect(grid.editedText).toBeNull();
  await act(async () => root.unmount());
  vi.unstubAllGlobals();
});
