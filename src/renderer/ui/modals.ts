import { randomId } from '@mantine/hooks';
import { create } from 'zustand';

type Library = Pick<typeof import('@mantine/modals'), 'modals' | 'ModalsProvider'>;

type Modals = Library['modals'];

export const useModalsLibrary = create<Library | null>(() => null);

export const loadModals = async (): Promise<void> => {
  const { modals, ModalsProvider } = await import('@mantine/modals');
  useModalsLibrary.setState({ modals, ModalsProvider }, true);
};

let listening: Modals | null = null;
let waiting: ((modals: Modals) => void)[] = [];

/** The library ignores dialogs until its provider listens. */
export const setListening = (modals: Modals | null): void => {
  listening = modals;
  if (!modals) return;
  const uses = waiting;
  waiting = [];
  for (const use of uses) use(modals);
};

const withModals = (use: (modals: Modals) => void): void => {
  if (listening) {
    use(listening);
    return;
  }
  waiting.push(use);
  if (!useModalsLibrary.getState()) void loadModals();
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
  closeAll: (): void => listening?.closeAll(),
};
