import type { ComponentType } from 'react';
import classes from './sheets-illustration.module.css';

type Icon = ComponentType<{ size?: string | number }>;

/** Sheets of paper that overlap like those on a desk, each with an icon; the first one lies on top. */
export const SheetsIllustration = ({
  icons,
  isSmall = false,
}: {
  icons: readonly [Icon, Icon?, Icon?];
  isSmall?: boolean;
}) => {
  const [Front, Left, Right] = icons;
  return (
    <span className={classes.root} data-small={isSmall || undefined} aria-hidden>
      <span className={classes.sheet}>{Left && <Left size="1.25em" />}</span>
      <span className={classes.sheet}>{Right && <Right size="1.25em" />}</span>
      <span className={classes.sheet}>
        <Front size="1.75em" />
      </span>
    </span>
  );
};
