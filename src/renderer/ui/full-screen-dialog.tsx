import { type ReactNode, useEffect, useRef } from 'react';
import classes from './full-screen-dialog.module.css';

/** Covers the whole page, other dialogs included, and keeps what lies under it as it is. */
export const FullScreenDialog = ({
  label,
  onCancel,
  children,
}: {
  label: string;
  /** Called on Escape; without it nothing but what is inside closes the dialog. */
  onCancel?: () => void;
  children: ReactNode;
}) => {
  const dialog = useRef<HTMLDialogElement>(null);
  useEffect(() => {
    const element = dialog.current;
    element?.showModal();
    return () => element?.close();
  }, []);
  return (
    <dialog
      ref={dialog}
      aria-label={label}
      className={classes.root}
      onCancel={(event) => {
        event.preventDefault();
        onCancel?.();
      }}
      // Chromium closes on a second Escape whatever the first one was told.
      onClose={(event) => event.currentTarget.isConnected && event.currentTarget.showModal()}
    >
      {children}
    </dialog>
  );
};
