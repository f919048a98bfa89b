import { useModalsLibrary } from './modals.ts';

/** Shows the dialogs that `modals` opens. */
export const LazyModals = () => {
  const library = useModalsLibrary();
  return library && <library.ModalsProvider />;
};
