/** Stores undefined as null, so that a field without a value isn't left out. */
export const encodeJson = (value: unknown): Uint8Array<ArrayBuffer> =>
  new TextEncoder().encode(JSON.stringify(value, (_name, item: unknown) => item ?? null));
