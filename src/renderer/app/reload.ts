import { showSuccess } from '../ui/toasts.tsx';

const key = 'toastAfterReload';

export const reloadWithToast = (message: string): void => {
  sessionStorage.setItem(key, message);
  window.location.reload();
};

/** Shows the message of `reloadWithToast`. */
export const showPendingToast = (): void => {
  const message = sessionStorage.getItem(key);
  if (message === null) return;
  sessionStorage.removeItem(key);
  showSuccess(message);
};
