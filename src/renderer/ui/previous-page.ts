import { useEffect, useLayoutEffect, useState } from 'react';
import { useLocation } from 'react-router-dom';
import { modals } from './modals.ts';

let shownPath = '';

/** Keeps track of the shown page, and closes its dialogs with it. Used once, by a component around all pages. */
export const useTrackedPage = (): void => {
  const { pathname } = useLocation();
  useEffect(() => {
    shownPath = pathname;
  }, [pathname]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: before the next page can open dialogs of its own
  useLayoutEffect(() => () => modals.closeAll(), [pathname]);
};

/** Path of the page that was shown before the current one opened; empty for the first one. */
export const usePreviousPath = (): string => useState(shownPath)[0];
