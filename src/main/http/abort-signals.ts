import type { Session } from 'electron';
import { appOrigin } from '../origin.ts';

const idHeader = 'x-backoffice-request-id';
const filter = { urls: [`${appOrigin}/v1/*`, `${appOrigin}/uploads/*`] };

/**
 * Returns the abort signal of a page's request. `protocol.handle` reports an abort only after the response has begun;
 * until then, an abandoned request would hold its connection to the server.
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
    // An unknown id belongs to a request that was aborted before it arrived here.
    return id === null ? undefined : (controllers.get(id)?.signal ?? AbortSignal.abort());
  };
};
