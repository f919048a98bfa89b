import { modals as library } from '@mantine/modals';
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
