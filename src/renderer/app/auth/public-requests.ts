import { useEffect, useState } from 'react';
import * as z from 'zod/mini';
import { http } from '../../platform/index.ts';
import { NetworkError } from '../../platform/platform.ts';
import { waitToRetry } from '../../platform/server.ts';

const setupSchema = z.object({ needed: z.boolean(), needsCode: z.optional(z.boolean()) });

export type SetupState = z.infer<typeof setupSchema>;

/** A server without `/setup` already has users. */
export const fetchSetupState = async (): Promise<SetupState> => {
  const { status, data } = await http.get<unknown>('/setup');
  if (status >= 500) throw new NetworkError('The server isn’t responding');
  return setupSchema.safeParse(data).data ?? { needed: false };
};

type Loaded<Result> = { data?: Result; isSettled: boolean };

/** The result of a request: undefined until it arrives. A failed request is repeated. */
export const useLoaded = <Result>(load: () => Promise<Result>): Loaded<Result> => {
  const [loaded, setLoaded] = useState<Loaded<Result>>({ isSettled: false });
  useEffect(() => {
    const stopped = new AbortController();
    const { signal } = stopped;
    const run = async (attempt = 0): Promise<void> => {
      try {
        const data = await load();
        if (!signal.aborted) setLoaded({ data, isSettled: true });
      } catch {
        if (!signal.aborted) setLoaded({ isSettled: true });
        await waitToRetry(attempt, signal);
        if (!signal.aborted) await run(attempt + 1);
      }
    };
    void run();
    return () => stopped.abort();
  }, [load]);
  return loaded;
};
