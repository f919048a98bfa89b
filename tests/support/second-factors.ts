import type { Database } from '../../src/server/database/tables.ts';

const createdAt = '2026-01-02T03:04:05.678Z';

/** Turns on two-factor login for a user, with a recovery code, and adds a passkey. None of them opens anything. */
export const addSecondFactors = async (
  database: Database,
  { userId, passkeyName }: { userId: string; passkeyName: string },
): Promise<void> => {
  await database
    .insertInto('twoFactor')
    .values({
      userId,
      secret: 'JBSWY3DPEHPK3PXP',
      confirmedAt: createdAt,
      lastStep: 0,
      recoverySalt: 'c2FsdA==',
    })
    .execute();
  await database.insertInto('recoveryCode').values({ userId, hash: 'hash of a recovery code' }).execute();
  await database
    .insertInto('passkey')
    .values({
      _id: `passkey-of-${userId}`,
      userId,
      name: passkeyName,
      createdAt,
      lastUsedAt: null,
      publicKey: 'cHVibGlj',
      counter: '0',
      transports: '[]',
    })
    .execute();
};
