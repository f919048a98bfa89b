import { randomBytes } from 'node:crypto';
import type { z } from 'zod';
import type { createTokenSchema, SiteToken } from '#shared/site.ts';
import { hashSubject } from '../auth/login-limits.ts';
import { newId } from '../database/ids.ts';
import type { Database, SiteTokenTable } from '../database/tables.ts';

const day = 24 * 60 * 60 * 1000;

/** With the prefix, scanners of secrets and the server recognize a token. */
const tokenPattern = /^site_[\w-]{43}$/;

/** A fast hash is enough, because random tokens can't be guessed. */
export const hashToken = (token: string): string | null => (tokenPattern.test(token) ? hashSubject(token) : null);

const toToken = ({ tokenHash: _hash, resources, canPreview, ...row }: SiteTokenTable): SiteToken => ({
  ...row,
  canPreview: canPreview === 1,
  resources: resources === null ? null : (JSON.parse(resources) as string[]),
});

/** Lists the tokens, newest first. */
export const listTokens = async (database: Database): Promise<SiteToken[]> =>
  (await database.selectFrom('siteToken').selectAll().orderBy('_id', 'desc').execute()).map(toToken);

/** Creates a token. Only its hash is stored. */
export const createToken = async (
  database: Database,
  { name, resources, canPreview, days }: z.output<typeof createTokenSchema>,
): Promise<{ data: SiteToken; token: string }> => {
  const token = `site_${randomBytes(32).toString('base64url')}`;
  const now = Date.now();
  const row: SiteTokenTable = {
    _id: newId(),
    name,
    tokenHash: hashSubject(token),
    resources: resources && JSON.stringify(resources),
    canPreview: canPreview ? 1 : 0,
    createdAt: new Date(now).toISOString(),
    expiresAt: days === null ? null : new Date(now + days * day).toISOString(),
    lastUsedAt: null,
  };
  await database.insertInto('siteToken').values(row).execute();
  return { data: toToken(row), token };
};

/** Deletes a token, which ends its access at once. Returns its name; undefined if there is none. */
export const revokeToken = async (database: Database, id: string): Promise<string | undefined> =>
  (await database.deleteFrom('siteToken').where('_id', '=', id).returning('name').executeTakeFirst())?.name;

export const storeUse = async (database: Database, id: string): Promise<void> => {
  const lastUsedAt = new Date().toISOString();
  await database.updateTable('siteToken').set({ lastUsedAt }).where('_id', '=', id).execute();
};
