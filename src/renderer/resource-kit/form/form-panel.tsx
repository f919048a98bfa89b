import { Drawer, Modal } from '@mantine/core';
import type { KeyboardEvent, ReactNode } from 'react';
import classes from './form-panel.module.css';

// A dialog above the drawer, or an open list of options, handles the key itself.
const isOwnKey = ({ target, currentTarget }: KeyboardEvent): boolean =>
  target instanceof Element &&
  target.closest('[role="dialog"], dialog') === currentTarget.querySelector('[role="dialog"]') &&
  target.getAttribute('data-mantine-stop-propagation') !== 'true';

/** Frame of a form: a dialog over a list, or a drawer above another form. */
export const FormPanel = ({
  title,
  isNested,
  isBusy = false,
  onClose,
  children,
}: {
  title: string;
  /** Whether it is above another form. */
  isNested: boolean;
  isBusy?: boolean;
  onClose: () => void;
  children: ReactNode;
}) => {
  const props = {
    title,
    onClose,
    children,
    opened: true,
    // Mantine would close every open drawer.
    closeOnEscape: false,
    closeButtonProps: { 'aria-label': 'Close', disabled: isBusy },
  };
  if (!isNested) return <Modal {...props} size={480} closeOnClickOutside={false} />;
  return (
    <Drawer
      {...props}
      position="right"
      size="32rem"
      className={classes.drawer}
      closeOnClickOutside={!isBusy}
      onKeyDown={(event) => {
        if (event.key === 'Escape' && !isBusy && isOwnKey(event)) onClose();
      }}
    />
  );
};
