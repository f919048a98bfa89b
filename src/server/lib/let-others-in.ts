/** Yields to the event loop, so that long work doesn't block other requests. */
export const letOthersIn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
