/** Lets others have their turn: long work must not be all that the server does. */
export const letOthersIn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
