/** Props of a button that may be disabled while it has the focus: it stays focusable, so the focus isn't lost. */
export const inactiveWhen = <Handler>(
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
