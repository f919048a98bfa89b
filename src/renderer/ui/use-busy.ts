import { useState } from 'react';

/** Whether work is under way, and a function that follows it to its end, even if it fails. */
export const useBusy = () => {
  const [isBusy, setIsBusy] = useState(false);
  const track = <Result>(work: Promise<Result>): Promise<Result> => {
    setIsBusy(true);
    return work.finally(() => setIsBusy(false));
  };
  return [isBusy, track] as const;
};
