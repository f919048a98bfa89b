import type { ReactNode } from 'react';
import type { SelectOption } from '#shared/api.ts';
import type { CellChoice, CellEditorProps } from './cell-editor.tsx';

export type GridColumn<Row> = {
  name: string;
  label: string;
  /** Width as a CSS grid track. */
  track: string;
  render: (row: Row) => ReactNode;
  isNumeric?: boolean;
  /** Names the row. */
  isRowHeader?: boolean;
  /** Can't be edited. */
  isReadOnly?: boolean;
  /** Opens a panel instead of an editor; returns the accessible name of its button. */
  getPanelLabel?: (row: Row) => string;
  /** The text of a cell, as it is edited and copied. */
  getText: (row: Row) => string;
  /** Parses a typed or pasted text, or the chosen option, to changes of the row. */
  parse: (row: Row, text: string, choice?: Partial<CellChoice>) => Partial<Row> | { error: string };
  /** The changes that empty a cell; null if it can't be empty. */
  getEmpty: () => Partial<Row> | null;
  /** The values that filling down copies, if not the one of this name. */
  getValues?: (row: Row) => Partial<Row>;
  /** Edits a cell, if not as a line of text. */
  renderEditor?: (row: Row, props: CellEditorProps) => ReactNode;
  /** The options that pasted texts name; null if they can't be loaded. */
  loadOptions?: (() => Promise<readonly SelectOption[] | null>) | undefined;
  /** Asks what pasted texts mean. */
  clarify?: ((texts: readonly string[]) => Promise<readonly string[]>) | undefined;
};

/** Why cells of a row are invalid, by column. */
export type CellErrors = Readonly<Record<string, string | undefined>>;

/** New values of a row. */
export type GridChange<Row> = { row: Row; values: Partial<Row> };
