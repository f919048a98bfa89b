import type { z } from 'zod';
import type { passkeyLoginSchema, passkeyRegistrationSchema } from '#shared/account.ts';
import type { Database, UserTable } from '../database/tables.ts';
import { AppError } from '../lib/app-error.ts';
import { assertCanLogIn } from './login.ts';

/** The address under which the browser shows the app; a passkey works only there. */
export type RelyingParty = { id: string; origin: string };

// Loaded on first use, because loading it takes about 170 ms.
const loadLibrary = () => import('@simplewebauthn/server');

const rpName = 'Catalogue Back Office';
const challengeMs = 5 * 60 * 1000;
const userVerification = 'required';
const maxPasskeys = 20;
/** Of a user, and of all logins together. Strangers can open challenges, so the oldest give way. */
const maxOpenChallenges = 1000;

const now = () => new Date().toISOString();

export const deleteExpiredChallenges = async (database: Database): Promise<void> => {
  await database.deleteFrom('passkeyChallenge').where('expiresAt', '<', now()).execute();
};

const deleteOldestChallenges = async (database: Database, userId: string | null) => {
  const isOwn = userId === null ? 'is' : '=';
  const newest = database
    .selectFrom('passkeyChallenge')
    .select('_id')
    .where('userId', isOwn, userId)
    .orderBy('expiresAt', 'desc')
    .limit(maxOpenChallenges);
  await database.deleteFrom('passkeyChallenge').where('userId', isOwn, userId).where('_id', 'not in', newest).execute();
};

const storeChallenge = async (database: Database, _id: string, userId: string | null) => {
  const expiresAt = new Date(Date.now() + challengeMs).toISOString();
  await database.insertInto('passkeyChallenge').values({ _id, userId, expiresAt }).execute();
  await deleteExpiredChallenges(database);
  await deleteOldestChallenges(database, userId);
};

/** Deletes a challenge. Returns false if it is unknown, expired, already used or another user's. */
const consumeChallenge = async (database: Database, challenge: string, userId: string | null) => {
  const { numDeletedRows } = await database
    .deleteFrom('passkeyChallenge')
    .where('_id', '=', challenge)
    .where('userId', userId === null ? 'is' : '=', userId)
    .where('expiresAt', '>', now())
    .executeTakeFirst();
  return numDeletedRows > 0n;
};

const parseTransports = (transports: string) => JSON.parse(transports) as string[];

const findPasskeys = (database: Database, userId: string) =>
  database
    .selectFrom('passkey')
    .select(['_id', 'name', 'transports', 'createdAt', 'lastUsedAt'])
    .where('userId', '=', userId)
    .orderBy('createdAt')
    .execute();

export const listPasskeys = async (database: Database, userId: string) =>
  (await findPasskeys(database, userId)).map(({ transports: _transports, ...passkey }) => passkey);

export const createRegistrationOptions = async (
  database: Database,
  { user, relyingParty }: { user: { _id: string; name: string; email: string }; relyingParty: RelyingParty },
) => {
  const existing = await findPasskeys(database, user._id);
  if (existing.length >= maxPasskeys) throw new AppError('conflict', 'Remove a passkey before you add another');
  const { generateRegistrationOptions } = await loadLibrary();
  const options = await generateRegistrationOptions({
    rpName,
    rpID: relyingParty.id,
    timeout: challengeMs,
    attestationType: 'none',
    userID: new TextEncoder().encode(user._id),
    userName: user.email,
    userDisplayName: user.name,
    excludeCredentials: existing.map(({ _id, transports }) => ({
      id: _id,
      transports: parseTransports(transports),
    })),
    authenticatorSelection: { residentKey: 'required', userVerification },
  });
  await storeChallenge(database, options.challenge, user._id);
  return options;
};

type Registration = z.output<typeof passkeyRegistrationSchema>;

export const addPasskey = async (
  database: Database,
  { userId, relyingParty, name, credential }: Registration & { userId: string; relyingParty: RelyingParty },
): Promise<void> => {
  const { verifyRegistrationResponse } = await loadLibrary();
  const { registrationInfo } = await verifyRegistrationResponse({
    response: credential,
    expectedChallenge: (challenge) => consumeChallenge(database, challenge, userId),
    expectedOrigin: relyingParty.origin,
    expectedRPID: relyingParty.id,
  }).catch(() => ({ registrationInfo: undefined }));
  if (!registrationInfo) throw new AppError('invalid', 'Couldn’t add the passkey. Try again.');
  const { id, publicKey, counter, transports = [] } = registrationInfo.credential;
  await database
    .insertInto('passkey')
    .values({
      _id: id,
      userId,
      name,
      createdAt: now(),
      lastUsedAt: null,
      publicKey: Buffer.from(publicKey).toString('base64url'),
      counter: String(counter),
      transports: JSON.stringify(transports),
    })
    .execute();
};

/** Returns false if the user has no such passkey. */
export const removePasskey = async (
  database: Database,
  { userId, id }: { userId: string; id: string },
): Promise<boolean> => {
  const { numDeletedRows } = await database
    .deleteFrom('passkey')
    .where('userId', '=', userId)
    .where('_id', '=', id)
    .executeTakeFirst();
  return numDeletedRows > 0n;
};

/** The browser offers the passkeys it knows for this address, so no account has to be named. */
export const createPasskeyLoginOptions = async (database: Database, { id }: RelyingParty) => {
  const { generateAuthenticationOptions } = await loadLibrary();
  const options = await generateAuthenticationOptions({ rpID: id, timeout: challengeMs, userVerification });
  await storeChallenge(database, options.challenge, null);
  return options;
};

const verify = async (
  database: Database,
  relyingParty: RelyingParty,
  { credential }: z.output<typeof passkeyLoginSchema>,
): Promise<UserTable | null> => {
  const stored = await database
    .selectFrom('passkey')
    .innerJoin('user', 'user._id', 'passkey.userId')
    .select(['passkey._id as passkeyId', 'publicKey', 'counter', 'transports'])
    .select(['user._id', 'user.name', 'email', 'phone', 'phoneKey', 'role', 'status'])
    .where('passkey._id', '=', credential.id)
    .executeTakeFirst();
  if (!stored) return null;
  const { verifyAuthenticationResponse } = await loadLibrary();
  const { verified, authenticationInfo } = await verifyAuthenticationResponse({
    response: credential,
    expectedChallenge: (challenge) => consumeChallenge(database, challenge, null),
    expectedOrigin: relyingParty.origin,
    expectedRPID: relyingParty.id,
    credential: {
      id: stored.passkeyId,
      publicKey: new Uint8Array(Buffer.from(stored.publicKey, 'base64url')),
      counter: Number(stored.counter),
      transports: parseTransports(stored.transports),
    },
  });
  if (!verified) return null;
  await database
    .updateTable('passkey')
    .set({ counter: String(authenticationInfo.newCounter), lastUsedAt: now() })
    .where('_id', '=', stored.passkeyId)
    .execute();
  return stored;
};

/** Returns the user of a passkey. A passkey is two factors: the device, and its PIN or biometric check. */
export const verifyPasskey = async (
  database: Database,
  relyingParty: RelyingParty,
  login: z.output<typeof passkeyLoginSchema>,
): Promise<UserTable> => {
  const user = await verify(database, relyingParty, login).catch(() => null);
  if (!user) throw new AppError('unauthenticated', 'This passkey isn’t valid here. Log in with your password.');
  assertCanLogIn(user);
  return user;
};
