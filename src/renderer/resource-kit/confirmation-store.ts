import { create } from 'zustand';

type Confirmation = { isOpen: boolean; settle: (isConfirmed: boolean) => void };

export const useConfirmationStore = create<Confirmation>(() => ({ isOpen: false, settle: () => {} }));

let pending: Promise<boolean> | undefined;

/**
 * Opens the dialog that asks for the password. Resolves to whether the user entered it. Requests that need it at the
 * same time share one dialog.
 */
export const askForPassword = (): Promise<boolean> => {
  pending ??= new Promise<boolean>((resolve) => {
    const settle = (isConfirmed: boolean) => {
      pending = undefined;
      useConfirmationStore.setState({ isOpen: false });
      resolve(isConfirmed);
    };
    useConfirmationStore.setState({ isOpen: true, settle });
  });
  return pending;
};
