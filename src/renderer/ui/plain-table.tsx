import { Box } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './plain-table.module.css';

/**
 * Table with a sticky header that scrolls in its own frame or, without a maximum height, with the page. `children` are
 * its rows.
 */
export const PlainTable = ({
  label,
  mah,
  className,
  columns = [],
  children,
}: {
  label: string;
  mah?: string;
  className: string | undefined;
  /** The titles; without them, the table has no header. */
  columns?: readonly (string | { title: string; className: string | undefined })[];
  children: ReactNode;
}) => (
  <Box
    component="section"
    mah={mah}
    className={classes.scroller}
    data-grows={mah === undefined || undefined}
    aria-label={label}
    tabIndex={mah === undefined ? undefined : 0}
  >
    <table className={`${classes.table} ${className}`}>
      {columns.length > 0 && (
        <thead>
          <tr>
            {columns
              .map((column) => (typeof column === 'string' ? { title: column, className: undefined } : column))
              .map((column) => (
                <th key={column.title} scope="col" {...column}>
                  {column.title}
                </th>
              ))}
          </tr>
        </thead>
      )}
      <tbody>{children}</tbody>
    </table>
  </Box>
);
