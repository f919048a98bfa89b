import { useLayoutEffect } from 'react';
import { setListening, useModalsLibrary } from './modals.ts';

/** Shows the dialogs that `modals` opens. */
export const LazyModals = () => {
  const library = useModalsLibrary();
  // Runs after the effect with which the provider starts to listen.
  useLayoutEffect(() => {
    setListening(library?.modals ?? null);
    return () => setListening(null);
  }, [library]);
  return library && <library.ModalsProvider />;
};
