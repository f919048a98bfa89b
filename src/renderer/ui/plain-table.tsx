import type { ReactNode } from 'react';
import classes from './plain-table.module.css';

/** Table that scrolls in its own frame under a sticky header. */
export const PlainTable = ({
  label,
  frame = '',
  className = '',
  children,
}: {
  label: string;
  frame?: string | undefined;
  className?: string | undefined;
  children: ReactNode;
}) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
  <section className={`${classes.scroller} ${frame}`} aria-label={label} tabIndex={0}>
    <table className={`${classes.table} ${className}`}>{children}</table>
  </section>
);
