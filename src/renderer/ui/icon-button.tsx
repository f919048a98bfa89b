import type { ReactNode, RefObject } from 'react';
import { Link } from 'react-router-dom';
import classes from './icon-button.module.css';
import { withTooltip } from './tooltip.tsx';

/** Props of a button that may be disabled while it has the focus: it stays focusable, so the focus isn't lost. */
export const inactiveWhen = <Handler,>(
  isInactive: boolean,
  onClick: Handler,
): {
  'aria-disabled': true | undefined;
  'data-disabled': true | undefined;
  onClick: Handler | undefined;
} => ({
  'aria-disabled': isInactive || undefined,
  'data-disabled': isInactive || undefined,
  onClick: isInactive ? undefined : onClick,
});

/** Props of a plain element that looks like a button with nothing but an icon. */
export const getIconButtonProps = (size: 'small' | 'medium' | 'large') => ({
  className: `${classes.button} bo-no-print`,
  'data-size': size,
});

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
  const buttonProps = {
    ref,
    ...withTooltip(tooltip),
    ...getIconButtonProps(isSmall ? 'small' : 'medium'),
    'aria-label': label,
    children: (
      <span className={classes.icon} aria-hidden>
        {icon}
      </span>
    ),
  };
  return to === undefined ? (
    <button type="button" {...buttonProps} {...inactiveWhen(isDisabled, onClick)} />
  ) : (
    <Link {...buttonProps} to={to} state={state} />
  );
};
