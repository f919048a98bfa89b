import type { Database } from '../database/tables.ts';
import { waitBriefly } from '../lib/wait-briefly.ts';
import { hashSubject } from './attempt-counts.ts';

const validMs = 30 * 24 * 60 * 60 * 1000;

type KnownAddress = { userId: string; network: string };

const toId = ({ userId, network }: KnownAddress) => hashSubject(`${userId} ${network}`);

/** Whether a user has recently logged in from an address. */
export const isKnownAddress = async (database: Database, address: KnownAddress): Promise<boolean> => {
  const found = await database
    .selectFrom('knownAddress')
    .select('userId')
    .where('_id', '=', toId(address))
    .where('expiresAt', '>', new Date().toISOString())
    .executeTakeFirst();
  return found !== undefined;
};

export const rememberAddress = async (database: Database, address: KnownAddress): Promise<void> => {
  const expiresAt = new Date(Date.now() + validMs).toISOString();
  const written = database
    .insertInto('knownAddress')
    .values({ _id: toId(address), userId: address.userId, expiresAt })
    .onConflict((conflict) => conflict.column('_id').doUpdateSet({ expiresAt }))
    .execute();
  await waitBriefly(written);
};
