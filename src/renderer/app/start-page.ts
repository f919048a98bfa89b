import { extraRoutes } from '#shared/routes.ts';
import { fetchServer } from '../resource-kit/fetch-server.ts';
import { readStoredItem, storeItem } from '../ui/stored-item.ts';

const key = 'startPage';

/** Address of the page that opens after a login, as set on this computer. */
export const readStartPage = (): string => readStoredItem(key) ?? extraRoutes.home;

export const storeStartPage = (path: string): void => storeItem(key, path);

const isAvailable = async (path: string): Promise<boolean> =>
  path !== extraRoutes.home ||
  (await fetchServer().then(
    ({ isFull }) => isFull,
    () => false,
  ));

/** Moves to the start page unless the address asks for another page. The page reloads afterwards. */
export const goToStartPage = async (): Promise<void> => {
  const { pathname, search } = window.location;
  const startPage = readStartPage();
  if (pathname === '/' && search === '' && (await isAvailable(startPage)))
    window.history.replaceState(null, '', startPage);
};
