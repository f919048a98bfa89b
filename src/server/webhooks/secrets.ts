import { hkdfSync } from 'node:crypto';
import { CompactEncrypt, compactDecrypt } from 'jose';
import type { Database } from '../database/tables.ts';

const encryption = { alg: 'dir', enc: 'A256GCM' };
const prefix = 'whsec_';

type Stored = { _id: string; secret: string };

/** Encrypts the secrets of webhooks, which can't be hashed because they sign. Backups don't contain the key. */
export const createWebhookSecrets = (storageKey: Uint8Array) => {
  const key = new Uint8Array(hkdfSync('sha256', storageKey, '', 'secrets of webhooks', 32));
  const seal = (secret: string, _id: string): Promise<string> =>
    // The id is authenticated, so exchanging two secrets in the database makes both invalid.
    new CompactEncrypt(Buffer.from(secret)).setProtectedHeader({ ...encryption, kid: _id }).encrypt(key);
  return {
    seal,
    /** Returns the secret; null if another server has encrypted it. */
    open: async ({ _id, secret }: Stored): Promise<string | null> => {
      const found = await compactDecrypt(secret, key).catch(() => null);
      return found?.protectedHeader.kid === _id ? Buffer.from(found.plaintext).toString() : null;
    },
    /** Encrypts what an earlier version stored. */
    sealAll: async (database: Database): Promise<void> => {
      const plain = database.selectFrom('webhook').select(['_id', 'secret']).where('secret', 'like', `${prefix}%`);
      for (const { _id, secret } of await plain.execute())
        await database
          .updateTable('webhook')
          .set({ secret: await seal(secret, _id) })
          .where('_id', '=', _id)
          .execute();
    },
  };
};
