import { ActionIcon, Box, Tooltip } from '@mantine/core';
import type { ReactNode, Ref } from 'react';
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
  /** Of the button; links don't have one. */
  ref?: Ref<HTMLButtonElement>;
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
          ref={ref}
          {...inactiveWhen(isDisabled, onClick)}
          bg={isDisabled ? 'transparent' : undefined}
        />
      ) : (
        <ActionIcon {...buttonProps} component={Link} to={to} state={state} />
      )}
    </Tooltip>
  );
};
