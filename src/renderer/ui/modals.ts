import { modals as library } from '@mantine/modals';
import type { ReactNode } from 'react';
import { holdKeys } from './hold-keys.ts';

/** Opens dialogs, which get the keys pressed until they have the focus. They close with their page. */
export const modals = {
  ...library,
  open: (settings: Parameters<typeof library.open>[0]): string => {
    holdKeys();
    return library.open(settings);
  },
  openConfirmModal: (settings: Parameters<typeof library.openConfirmModal>[0]): string => {
    holdKeys();
    return library.openConfirmModal(settings);
  },
};

/** Opens a dialog whose content can close it. */
export const openDialog = ({
  render,
  ...settings
}: Parameters<typeof modals.open>[0] & { render: (close: () => void) => ReactNode }): void => {
  const close = () => modals.close(id);
  const id = modals.open({ ...settings, children: render(close) });
};
