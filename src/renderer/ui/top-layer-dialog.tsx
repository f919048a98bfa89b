import { type ReactNode, useEffect, useRef } from 'react';
import classes from './top-layer-dialog.module.css';

/** Lies above the whole page, including other dialogs, without unmounting them. */
export const TopLayerDialog = ({
  label,
  onCancel,
  isFullScreen = true,
  children,
}: {
  label: string;
  /** Called on Escape. Without it, only the content can close the dialog. */
  onCancel?: () => void;
  isFullScreen?: boolean;
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
      className={isFullScreen ? classes.fullScreen : classes.card}
      onCancel={(event) => {
        event.preventDefault();
        onCancel?.();
      }}
      // Chromium closes the dialog on a second Escape even if the first one was prevented.
      onClose={(event) => event.currentTarget.isConnected && event.currentTarget.showModal()}
    >
      {children}
    </dialog>
  );
};
