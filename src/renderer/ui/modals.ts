import { randomId } from '@mantine/hooks';
import type { ReactNode } from 'react';
import { holdKeys } from './hold-keys.ts';
import { useOverlayLibrary, whenDialogsListen } from './overlays.tsx';
import { showError } from './toasts.tsx';

type Library = typeof import('@mantine/modals').modals;

/** A dialog that can't be loaded counts as closed, so that nothing waits for an answer. */
const open =
  <Settings extends { modalId?: string; onClose?: () => void }>(
    show: (library: Library, settings: Settings) => unknown,
  ) =>
  (settings: Settings): string => {
    const modalId = settings.modalId ?? randomId();
    holdKeys();
    whenDialogsListen().then(
      (library) => show(library, { ...settings, modalId }),
      () => {
        settings.onClose?.();
        showError('Couldn’t open the dialog. Check your connection and try again.');
      },
    );
    return modalId;
  };

/** Opens dialogs, which get the keys pressed until they have the focus. They close with their page. */
export const modals = {
  open: open<Parameters<Library['open']>[0]>((library, settings) => library.open(settings)),
  openConfirmModal: open<Parameters<Library['openConfirmModal']>[0]>((library, settings) =>
    library.openConfirmModal(settings),
  ),
  close: (id: string): void => void whenDialogsListen().then((library) => library.close(id)),
  closeAll: (): void => useOverlayLibrary.getState()?.modals.closeAll(),
};

/** Opens a dialog whose content can close it. */
export const openDialog = ({
  render,
  ...settings
}: Parameters<typeof modals.open>[0] & { render: (close: () => void) => ReactNode }): void => {
  const close = () => modals.close(id);
  const id = modals.open({ ...settings, children: render(close) });
};
