import type { Session } from 'electron';
import { appOrigin } from '../origin.ts';

const idHeader = 'x-backoffice-request-id';
const filter = { urls: [`${appOrigin}/v1/*`, `${appOrigin}/uploads/*`] };

/**
 * Gives the signal of a request that the page may abort. `protocol.handle` itself hears of that only once the answer
 * has begun, so until then a request that nobody waits for would hold its connection to the server.
 */
export const createAbortSignals = (session: Session): ((request: Request) => AbortSignal | undefined) => {
  const controllers = new Map<string, AbortController>();

  session.webRequest.onBeforeSendHeaders(filter, ({ id, requestHeaders }, proceed) => {
    controllers.set(String(id), new AbortController());
    proceed({ requestHeaders: { ...requestHeaders, [idHeader]: String(id) } });
  });
  session.webRequest.onErrorOccurred(filter, ({ id }) => {
    controllers.get(String(id))?.abort();
    controllers.delete(String(id));
  });
  session.webRequest.onCompleted(filter, ({ id }) => void controllers.delete(String(id)));

  return (request) => {
    const id = request.headers.get(idHeader);
    // One that is known no more was given up before it came here.
    return id === null ? undefined : (controllers.get(id)?.signal ?? AbortSignal.abort());
  };
};
