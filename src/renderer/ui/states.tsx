import { Stack, Text, ThemeIcon } from '@mantine/core';
import type { ComponentType, ReactNode } from 'react';
import classes from './sheets-illustration.module.css';

/** Placeholder for empty content: an icon, or sheets of paper with it, a sentence and an action. */
export const EmptyState = ({
  icon: Icon,
  title,
  action,
  isIllustrated = false,
  role,
}: {
  icon: ComponentType<{ size?: string | number }>;
  title: string;
  action?: ReactNode;
  isIllustrated?: boolean;
  role?: 'alert';
}) => (
  <Stack align="center" justify="center" mih="16rem" p={32} role={role}>
    {isIllustrated ? (
      <SheetsIllustration icons={[Icon]} />
    ) : (
      <ThemeIcon variant="light" color="gray" size={56} radius="lg" aria-hidden>
        <Icon size="1.75rem" />
      </ThemeIcon>
    )}
    <Text ta="center" maw="28rem" fw={isIllustrated ? 600 : undefined} style={{ textWrap: 'balance' }}>
      {title}
    </Text>
    {action}
  </Stack>
);

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
