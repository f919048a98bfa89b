import { useCallback, useRef } from 'react';

/** Returns a function that runs work, such as a question to the user, unless such work is still running. */
export const useExclusive = () => {
  const isRunning = useRef(false);
  return useCallback(async <Result>(work: () => Promise<Result>): Promise<Result | undefined> => {
    if (isRunning.current) return undefined;
    isRunning.current = true;
    return work().finally(() => {
      isRunning.current = false;
    });
  }, []);
};
