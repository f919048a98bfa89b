/** Props that let the keyboard and screen readers reach the clear button of a select. */
export const getClearButtonProps = (label: string) => ({
  'aria-label': label,
  'aria-hidden': false,
  tabIndex: 0,
});
