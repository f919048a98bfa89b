/** Half of the key encrypts contents, the other half names. */
export const storageKeyBytes = 64;
