import { Box } from '@mantine/core';
import type { ReactNode } from 'react';
import classes from './plain-table.module.css';

/** Table that scrolls in its own frame under a sticky header. */
export const PlainTable = ({
  label,
  mah,
  className,
  children,
}: {
  label: string;
  mah: string;
  className: string | undefined;
  children: ReactNode;
}) => (
  <Box component="section" mah={mah} className={classes.scroller} aria-label={label} tabIndex={0}>
    <table className={`${classes.table} ${className}`}>{children}</table>
  </Box>
);
