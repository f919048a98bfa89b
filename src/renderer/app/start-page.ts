import { extraRoutes } from '#shared/routes.ts';
import { fetchServer } from '../resource-kit/fetch-server.ts';
import { readStoredItem, storeItem } from '../ui/stored-item.ts';
import { showSuccess } from '../ui/toasts.tsx';

const startPageKey = 'startPage';

/** Address of the page that opens after a login, as set on this computer. */
export const readStartPage = (): string => readStoredItem(startPageKey) ?? extraRoutes.home;

export const storeStartPage = (path: string): void => storeItem(startPageKey, path);

const isAvailable = async (path: string): Promise<boolean> =>
  path !== extraRoutes.home ||
  (await fetchServer().then(
    ({ isFull }) => isFull,
    () => false,
  ));

/** Moves to the start page unless the address asks for another page. The page reloads afterwards. */
const goToStartPage = async (): Promise<void> => {
  const { pathname, search } = window.location;
  const startPage = readStartPage();
  if (pathname === '/' && search === '' && (await isAvailable(startPage)))
    window.history.replaceState(null, '', startPage);
};

const toastKey = 'toastAfterReload';

/** Shows the app after a login: reloads it at the address that was asked for, otherwise at the start page. */
export const reloadAfterLogin = async (message: string): Promise<void> => {
  await goToStartPage();
  storeItem(toastKey, message, 'sessionStorage');
  window.location.reload();
};

/** Shows the message of `reloadAfterLogin`. */
export const showPendingToast = (): void => {
  const message = readStoredItem(toastKey, 'sessionStorage');
  if (message === null) return;
  storeItem(toastKey, null, 'sessionStorage');
  showSuccess(message);
};
