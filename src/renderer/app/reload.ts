import { showSuccess } from '../ui/toasts.tsx';

const key = 'toastAfterReload';

/** Reloads the page and then says what worked. */
export const reloadWithToast = (message: string): void => {
  sessionStorage.setItem(key, message);
  window.location.reload();
};

/** Says what worked just before the page was reloaded. */
export const showToastFromBefore = (): void => {
  const message = sessionStorage.getItem(key);
  if (message === null) return;
  sessionStorage.removeItem(key);
  showSuccess(message);
};
