/** Props that let the keyboard and screen readers reach the clear button of a select. */
export const getClearButtonProps = (label: string) => ({
  'aria-label': label,
  'aria-hidden': false,
  tabIndex: 0,
  // Its default size is below the 24 pixels that WCAG 2.2 requires.
  size: '1.5rem',
});
