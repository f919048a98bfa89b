import type { ReactNode } from 'react';
import classes from './plain-table.module.css';

/** A table that scrolls within its own frame, under a header that stays in sight. */
export const PlainTable = ({
  label,
  frame = '',
  className = '',
  children,
}: {
  label: string;
  /** The class of the frame, which says how high it may be. */
  frame?: string | undefined;
  className?: string | undefined;
  children: ReactNode;
}) => (
  // biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls must be reachable by keyboard
  <section className={`${classes.scroller} ${frame}`} aria-label={label} tabIndex={0}>
    <table className={`${classes.table} ${className}`}>{children}</table>
  </section>
);
