import type { ReactNode } from 'react';

export type GridColumn<Row> = {
  name: string;
  label: string;
  /** Width as a CSS grid track. */
  track: string;
  render: (row: Row) => ReactNode;
  isNumeric?: boolean;
  /** Asks what pasted texts mean. */
  clarify?: ((texts: readonly string[]) => Promise<readonly string[]>) | undefined;
  /** Names the row. */
  isRowHeader?: boolean;
  /** Can't be edited. */
  isReadOnly?: boolean;
  /** Opens a panel instead of an editor; returns the accessible name of its button. */
  getPanelLabel?: (row: Row) => string;
};

/** Why cells of a row are invalid, by column. */
export type CellErrors = Readonly<Record<string, string | undefined>>;
