import { randomId } from '@mantine/hooks';
import { create } from 'zustand';
import { holdKeys } from './hold-keys.ts';
import { showError } from './toasts-on-demand.ts';

type Library = Pick<typeof import('@mantine/modals'), 'modals' | 'ModalsProvider'>;

type Modals = Library['modals'];

export const useModalsLibrary = create<Library | null>(() => null);

export const loadModals = async (): Promise<void> => {
  const { modals, ModalsProvider } = await import('@mantine/modals');
  useModalsLibrary.setState({ modals, ModalsProvider }, true);
};

let listening: Modals | null = null;
let waiting: { use: (modals: Modals) => void; onFail?: (() => void) | undefined }[] = [];

/** The library ignores dialogs until its provider listens. */
export const setListening = (modals: Modals | null): void => {
  listening = modals;
  if (!modals) return;
  const uses = waiting;
  waiting = [];
  for (const { use } of uses) use(modals);
};

/** Dialogs that can't be loaded count as closed, so that nothing waits for an answer. */
const giveUp = (): void => {
  const failed = waiting;
  waiting = [];
  for (const { onFail } of failed) onFail?.();
  showError('Couldn’t open the dialog. Check your connection and try again.');
};

const withModals = (use: (modals: Modals) => void, onFail?: () => void): void => {
  if (listening) {
    use(listening);
    return;
  }
  waiting.push({ use, onFail });
  if (!useModalsLibrary.getState()) loadModals().catch(giveUp);
};

const open =
  <Settings extends { modalId?: string; onClose?: () => void }>(
    show: (modals: Modals, settings: Settings) => unknown,
  ) =>
  (settings: Settings): string => {
    const modalId = settings.modalId ?? randomId();
    holdKeys();
    withModals((modals) => show(modals, { ...settings, modalId }), settings.onClose);
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
