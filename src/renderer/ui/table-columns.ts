import type { ReactNode } from 'react';

export type Column<Row> = {
  id: string;
  header: string;
  cell: (row: Row, index: number) => ReactNode;
  /** A CSS width in rem or %; columns without one share the rest. */
  width?: string;
  /** Sort field of the API; without it, the column can't be sorted. */
  sortName?: string;
  /** Shows the title of the row. */
  isMain?: boolean;
  /** Right-aligned, so that digits line up. */
  isNumeric?: boolean;
  /** Shown only if the user chooses it. */
  isHiddenByDefault?: boolean;
  /** Contains buttons: pinned to the end of the row and hidden in print. */
  isActions?: boolean;
};
