import { Stack, Text, ThemeIcon } from '@mantine/core';
import type { ComponentType, ReactNode } from 'react';
import classes from './sheets-illustration.module.css';

/** Placeholder for empty content: an icon or a drawing of ruled paper, a title, a sentence and an action. */
export const EmptyState = ({
  icon: Icon,
  title,
  text,
  action,
  role,
}: {
  /** Default: a ruled sheet. */
  icon?: ComponentType<{ size?: string | number }>;
  title: string;
  text?: string | undefined;
  action?: ReactNode;
  role?: 'alert';
}) => (
  <Stack align="center" justify="center" mih="16rem" p={32} role={role}>
    {Icon ? (
      <ThemeIcon variant="light" color="gray" size={56} radius="lg" aria-hidden>
        <Icon size="1.75rem" />
      </ThemeIcon>
    ) : (
      <RuledSheet />
    )}
    <Stack gap={4} align="center" ta="center" maw="28rem" style={{ textWrap: 'balance' }}>
      <Text fw={text === undefined ? undefined : 600}>{title}</Text>
      {text !== undefined && (
        <Text c="dimmed" maw="24rem">
          {text}
        </Text>
      )}
    </Stack>
    {action}
  </Stack>
);

/** A ruled sheet of paper on another one, and a pen. */
const RuledSheet = () => (
  <svg className={classes.ruled} viewBox="0 0 144 96" aria-hidden="true">
    <rect x="44" y="12" width="60" height="76" rx="5" transform="rotate(7 74 50)" data-fill="press" />
    <rect x="38" y="10" width="60" height="76" rx="5" data-fill="card" />
    <path d="M48 36h40M48 46h40M48 56h40M48 66h24" data-line="rule" />
    <path d="M48 24h24" data-line="heading" />
    <g transform="translate(98 58) rotate(38)">
      <rect x="-4" y="-34" width="8" height="46" rx="2" data-fill="ink" />
      <path d="M-4 12h8L0 24z" data-fill="tip" />
      <rect x="-4" y="-34" width="8" height="8" rx="2" data-fill="brand" />
    </g>
  </svg>
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
