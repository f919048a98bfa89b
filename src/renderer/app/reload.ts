import { readStoredItem, storeItem } from '../ui/stored-item.ts';
import { showSuccess } from '../ui/toasts-on-demand.ts';
import { goToStartPage } from './start-page.ts';

const key = 'toastAfterReload';

/** Shows the app after a login: reloads it at the address that was asked for, otherwise at the start page. */
export const reloadAfterLogin = async (message: string): Promise<void> => {
  await goToStartPage();
  storeItem(key, message, 'sessionStorage');
  window.location.reload();
};

/** Shows the message of `reloadAfterLogin`. */
export const showPendingToast = (): void => {
  const message = readStoredItem(key, 'sessionStorage');
  if (message === null) return;
  storeItem(key, null, 'sessionStorage');
  showSuccess(message);
};
