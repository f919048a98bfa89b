import { hkdfSync } from 'node:crypto';
import { storageKeyBytes } from '#shared/storage-key.ts';

/**
 * Keys for the drafts and responses that clients store on a user's computer. They are derived, so that a user's key is
 * the same in every session without being stored.
 */
export const createStorageKeys = (secret: Uint8Array) => ({
  get: (userId: string): string =>
    Buffer.from(hkdfSync('sha256', secret, '', `client storage of ${userId}`, storageKeyBytes)).toString('base64url'),
});

export type StorageKeys = ReturnType<typeof createStorageKeys>;
