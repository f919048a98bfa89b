import { randomId } from '@mantine/hooks';
import { flushSync } from 'react-dom';
import { create } from 'zustand';

type Library = Pick<typeof import('@mantine/modals'), 'modals' | 'ModalsProvider'>;

type Modals = Library['modals'];

export const useModalsLibrary = create<Library | null>(() => null);

export const loadModals = async (): Promise<Modals> => {
  const { modals, ModalsProvider } = await import('@mantine/modals');
  // Synchronously, because the library ignores dialogs until its provider listens.
  flushSync(() => useModalsLibrary.setState({ modals, ModalsProvider }, true));
  return modals;
};

const withModals = (use: (modals: Modals) => void): void => {
  const library = useModalsLibrary.getState();
  if (library) use(library.modals);
  else void loadModals().then(use);
};

const open =
  <Settings extends { modalId?: string }>(show: (modals: Modals, settings: Settings) => unknown) =>
  (settings: Settings): string => {
    const modalId = settings.modalId ?? randomId();
    withModals((modals) => show(modals, { ...settings, modalId }));
    return modalId;
  };

/** Opens dialogs, and loads their code with the first one. */
export const modals = {
  open: open<Parameters<Modals['open']>[0]>((library, settings) => library.open(settings)),
  openConfirmModal: open<Parameters<Modals['openConfirmModal']>[0]>((library, settings) =>
    library.openConfirmModal(settings),
  ),
  close: (id: string): void => withModals((library) => library.close(id)),
};
