import { ActionIcon, Box, Tooltip } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import { inactiveWhen } from './inactive.ts';

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
}) => {
  const buttonProps = {
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
    <Tooltip label={tooltip}>
      {to === undefined ? (
        <ActionIcon
          {...buttonProps}
          {...inactiveWhen(isDisabled, onClick)}
          bg={isDisabled ? 'transparent' : undefined}
        />
      ) : (
        <ActionIcon {...buttonProps} component={Link} to={to} state={state} />
      )}
    </Tooltip>
  );
};
