import { queryClient } from './query-client.ts';

const delayMs = 1500;

/** Resolves once the first screen has its data, so that preloads don't compete with it. */
export const whenIdle = async (): Promise<void> => {
  do await new Promise((resolve) => setTimeout(resolve, delayMs));
  while (queryClient.isFetching() > 0);
};
