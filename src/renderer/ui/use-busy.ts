import { useCallback, useRef, useState } from 'react';

/** Whether work is under way, and a function that follows it to its end, even if it fails. */
export const useBusy = () => {
  const [isBusy, setIsBusy] = useState(false);
  const track = <Result>(work: Promise<Result>): Promise<Result> => {
    setIsBusy(true);
    return work.finally(() => setIsBusy(false));
  };
  return [isBusy, track] as const;
};

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
