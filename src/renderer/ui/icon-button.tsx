import { ActionIcon, Box, Tooltip } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';

/** Icon with a tooltip and an accessible name; a link if `to` is given. */
export const IconButton = ({
  label,
  tooltip = label,
  icon,
  to,
  onClick,
  isDisabled = false,
  isSmall = false,
}: {
  label: string;
  tooltip?: string;
  icon: ReactNode;
  to?: string;
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
          onClick={onClick}
          disabled={isDisabled}
          bg={isDisabled ? 'transparent' : undefined}
        />
      ) : (
        <ActionIcon {...buttonProps} component={Link} to={to} />
      )}
    </Tooltip>
  );
};
