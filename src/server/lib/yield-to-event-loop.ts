/** Yields to the event loop, so that long work doesn't block other requests. */
export const yieldToEventLoop = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
