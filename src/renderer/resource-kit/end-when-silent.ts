import { create } from 'zustand';
import { platform } from '../platform/index.ts';
import { isServerReachable, NetworkError } from '../platform/platform.ts';

/** Milliseconds without a response until a message appears, and from then on until the request ends. */
const patience = 10_000;

export const unreachableMessage = 'Can’t reach the server. We’ll reconnect automatically.';

/** Number of requests that have waited for the server for a while. */
export const useSlowRequests = create(() => ({ count: 0 }));

type Watched = { signal?: AbortSignal | undefined; onProgress?: ((fraction: number) => void) | undefined };

/**
 * Runs a request and rejects with `NetworkError` if nothing comes from the server. A request that may be repeated ends
 * even if the server answers others, because its connection may be dead; any other one may be long work.
 */
export const endWhenSilent = async <Result>(
  { signal, onProgress, canRepeat }: Watched & { canRepeat: boolean },
  run: (watched: Watched & { signal: AbortSignal }) => Promise<Result>,
): Promise<Result> => {
  const silent = new AbortController();
  let timer: number | undefined;
  let isSlow = false;
  let step = 0;
  const setSlow = (next: boolean) => {
    if (next !== isSlow) useSlowRequests.setState(({ count }) => ({ count: count + (next ? 1 : -1) }));
    isSlow = next;
  };
  const giveUp = () => silent.abort(new NetworkError(unreachableMessage));
  const check = async () => {
    const ownStep = step;
    setSlow(true);
    if (canRepeat) timer = setTimeout(giveUp, patience);
    void platform.server.retry();
    const status = await platform.server.status();
    if (step !== ownStep) return;
    if (!isServerReachable(status)) giveUp();
    else if (!canRepeat) timer = setTimeout(check, patience);
  };
  const stop = () => {
    step += 1;
    clearTimeout(timer);
    setSlow(false);
  };
  const watch = () => {
    stop();
    timer = setTimeout(check, patience);
  };
  const handleProgress = (fraction: number) => {
    watch();
    onProgress?.(fraction);
  };
  watch();
  try {
    return await run({
      signal: AbortSignal.any(signal ? [signal, silent.signal] : [silent.signal]),
      ...(onProgress && { onProgress: handleProgress }),
    });
  } finally {
    stop();
  }
};
