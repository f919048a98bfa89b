import { ActionIcon, Box } from '@mantine/core';
import type { ReactNode, RefObject } from 'react';
import { Link } from 'react-router-dom';
import { inactiveWhen } from './inactive.ts';
import { useTooltip } from './tooltip.tsx';

/** A button, or a link if the icon leads to a page. */
export type IconButtonElement = HTMLButtonElement & HTMLAnchorElement;

/** Icon with a tooltip and an accessible name; a link if `to` is given. */
export const IconButton = ({
  label,
  tooltip = label,
  icon,
  to,
  state,
  onClick,
  isDisabled = false,
  isSmall = false,
  ref,
}: {
  label: string;
  tooltip?: string;
  icon: ReactNode;
  to?: string;
  /** Passed to the page that `to` opens. */
  state?: unknown;
  onClick?: () => void;
  isDisabled?: boolean;
  isSmall?: boolean;
  ref?: RefObject<IconButtonElement | null>;
}) => {
  const { targetProps, tooltip: popup } = useTooltip<IconButtonElement>(tooltip, { ref });
  const buttonProps = {
    ...targetProps,
    variant: 'subtle',
    color: 'gray',
    size: isSmall ? 28 : 32,
    'aria-label': label,
    children: (
      <Box component="span" display="flex" aria-hidden>
        {icon}
      </Box>
    ),
  } as const;
  return (
    <>
      {to === undefined ? (
        <ActionIcon
          {...buttonProps}
          {...inactiveWhen(isDisabled, onClick)}
          bg={isDisabled ? 'transparent' : undefined}
        />
      ) : (
        <ActionIcon {...buttonProps} component={Link} to={to} state={state} />
      )}
      {popup}
    </>
  );
};
