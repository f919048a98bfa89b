import { useEffect, useState } from 'react';
import * as z from 'zod/mini';
import { fetchJson, platform } from '../../platform/index.ts';
import { isServerReachable } from '../../platform/platform.ts';
import { readCapabilities } from '../../resource-kit/read-capabilities.ts';
import { useServerStatus } from '../server-status.tsx';

/** Requests before sign-in, which do without the query library. Returns undefined for a rejected request. */
const fetchPublic = async (path: string): Promise<unknown> => {
  const { status, body } = await fetchJson('GET', path).catch((error: unknown) => {
    void platform.server.status();
    throw error;
  });
  if (status >= 500) throw new Error(`The server answered ${path} with status ${status}`);
  return status < 300 ? body : undefined;
};

export const fetchCapabilities = async (): Promise<readonly string[]> => readCapabilities(await fetchPublic('/meta'));

const setupSchema = z.object({ needed: z.boolean(), needsCode: z.optional(z.boolean()) });

export type SetupState = z.infer<typeof setupSchema>;

/** A server without `/setup` already has users. */
export const fetchSetupState = async (): Promise<SetupState> =>
  setupSchema.safeParse(await fetchPublic('/setup')).data ?? { needed: false };

const retryDelayMs = 3000;

type Loaded<Result> = { data?: Result; isSettled: boolean };

/** The result of a request: undefined until it arrives. A failed request is repeated. */
export const useLoaded = <Result>(load: () => Promise<Result>): Loaded<Result> => {
  const [loaded, setLoaded] = useState<Loaded<Result>>({ isSettled: false });
  const isReachable = isServerReachable(useServerStatus());
  useEffect(() => {
    let isCurrent = true;
    let timer: number | undefined;
    const run = () =>
      load().then(
        (data) => isCurrent && setLoaded({ data, isSettled: true }),
        () => {
          if (!isCurrent) return;
          setLoaded((last) => ({ ...last, isSettled: true }));
          if (isReachable) timer = window.setTimeout(run, retryDelayMs);
        },
      );
    void run();
    return () => {
      isCurrent = false;
      window.clearTimeout(timer);
    };
  }, [load, isReachable]);
  return loaded;
};
