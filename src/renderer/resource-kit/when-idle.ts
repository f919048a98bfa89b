import { useEffect } from 'react';
import { queryClient } from './query-client.ts';

const delayMs = 1500;

const firstScreenLoaded = async (): Promise<void> => {
  do await new Promise((resolve) => setTimeout(resolve, delayMs));
  while (queryClient.isFetching() > 0);
};

const userActs = (): Promise<unknown> =>
  new Promise((resolve) => {
    for (const type of ['pointerdown', 'keydown']) {
      window.addEventListener(type, resolve, { once: true, capture: true });
    }
  });

/**
 * Resolves once the first screen has its data, so that preloads don't compete with it, or when the user starts to use
 * it, so that the next dialog opens at once.
 */
export const whenIdle = async (): Promise<void> => {
  await Promise.race([firstScreenLoaded(), userActs()]);
};

/** Preloads code. An import that fails is retried, and reported, where the code is used. */
export const usePreload = (load: () => Promise<unknown>): void =>
  useEffect(() => {
    whenIdle()
      .then(load)
      .catch(() => undefined);
  }, [load]);
