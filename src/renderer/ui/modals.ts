import { randomId } from '@mantine/hooks';
import { create } from 'zustand';

type Modals = typeof import('@mantine/modals').modals;

let resolveMounted: (modals: Modals) => void = () => {};

const mounted = new Promise<Modals>((resolve) => {
  resolveMounted = resolve;
});

export const onModalsMounted = (modals: Modals): void => resolveMounted(modals);

/** Whether the code of dialogs must be there. */
export const useModalsNeeded = create(() => false);

export const loadModals = (): void => useModalsNeeded.setState(true, true);

const open =
  <Settings extends { modalId?: string }>(show: (modals: Modals, settings: Settings) => unknown) =>
  (settings: Settings): string => {
    const modalId = settings.modalId ?? randomId();
    loadModals();
    void mounted.then((modals) => show(modals, { ...settings, modalId }));
    return modalId;
  };

/** Opens dialogs, and loads their code with the first one. */
export const modals = {
  open: open<Parameters<Modals['open']>[0]>((library, settings) => library.open(settings)),
  openConfirmModal: open<Parameters<Modals['openConfirmModal']>[0]>((library, settings) =>
    library.openConfirmModal(settings),
  ),
  close: (id: string): void => void mounted.then((library) => library.close(id)),
};
