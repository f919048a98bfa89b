import { useNotifications } from '@mantine/notifications';
import { useEffect, useLayoutEffect } from 'react';
import { flushSync } from 'react-dom';
import { create } from 'zustand';
import { maxToasts } from '#shared/client-defaults.ts';
import { holdKeys } from './hold-keys.ts';

type Library = typeof import('./overlay-library.tsx');

/** The library's menus, popovers, tooltips, drawers, dialogs and toasts; null until they are loaded. */
export const useOverlayLibrary = create<Library | null>(() => null);

/** Loads the library: once the first screen has its data, or when something on it opens before. */
export const loadOverlays = async (): Promise<Library> => {
  const library = await import('./overlay-library.tsx');
  // Mantine returns the focus only from an overlay that was rendered closed at first.
  flushSync(() => useOverlayLibrary.setState(library, true));
  return library;
};

/** Opens an overlay, which gets the keys pressed until it has the focus. */
export const openOverlay = async (open: () => void): Promise<void> => {
  holdKeys();
  await loadOverlays();
  open();
};

let reportListening = (): void => undefined;
const listening = new Promise<void>((resolve) => {
  reportListening = resolve;
});

/** Resolves once dialogs can be opened. */
export const whenDialogsListen = async (): Promise<Library['modals']> => {
  const { modals } = await loadOverlays();
  await listening;
  return modals;
};

/** Shows the dialogs that `modals` opens. */
export const Dialogs = () => {
  const library = useOverlayLibrary();
  // Runs after the effect with which the provider starts to listen.
  useLayoutEffect(() => {
    if (library) reportListening();
  }, [library]);
  return library && <library.ModalsProvider />;
};

/** Shows toasts. The first one loads the library. */
export const Toasts = () => {
  const library = useOverlayLibrary();
  const hasToasts = useNotifications().notifications.length > 0;
  useEffect(() => {
    if (hasToasts) loadOverlays().catch((error: unknown) => console.error('Toasts couldn’t be loaded', error));
  }, [hasToasts]);
  return (
    library && (
      <library.Notifications
        limit={maxToasts}
        autoClose={false}
        position="bottom-right"
        containerWidth="26rem"
        className="bo-toasts"
      />
    )
  );
};
