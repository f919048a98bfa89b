import type { ReactNode } from 'react';

export type Column<Row> = {
  id: string;
  header: string;
  cell: (row: Row, index: number) => ReactNode;
  /** A CSS width in rem or %; columns without one share the rest. */
  width?: string;
  /** The name by which the server sorts; without one the column cannot be sorted. */
  sortName?: string;
  /** Shows the title of the row. */
  isMain?: boolean;
  /** Holds buttons: it stays visible at the end of the row while the others scroll, and says nothing on paper. */
  isActions?: boolean;
};
