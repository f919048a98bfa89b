import { createSecretKey, randomBytes } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { jwtVerify, SignJWT } from 'jose';
import { type Session, tokenPayloadSchema } from '#shared/session.ts';
import { errorCode, toStartupError } from '../database/database-errors.ts';
import { StartupError } from '../lib/app-error.ts';

const algorithm = 'HS256';
const keyBytes = 32;

type Verified = { sessionId: string; expiresAt: number };

type TokenClaims = Verified & { session: Session };

const maxCached = 1000;

const isExpired = ({ expiresAt }: Verified): boolean => expiresAt <= Date.now();

export const createTokens = (secret: Uint8Array) => {
  // A KeyObject is imported once; raw bytes would be imported on every request.
  const key = createSecretKey(secret);
  // Cache of verified tokens: verifying one again would make every request wait for another thread.
  const verified = new Map<string, Verified>();
  return {
    /** `expiresAt` is the latest end of the session; the database knows if it ends earlier. */
    issue: ({ sessionId, session, expiresAt }: TokenClaims): Promise<string> =>
      new SignJWT({ ...session })
        .setProtectedHeader({ alg: algorithm, typ: 'JWT' })
        .setJti(sessionId)
        .setIssuedAt()
        .setExpirationTime(new Date(expiresAt))
        .sign(key),
    /** Returns the session id of a token; null if the token is forged, malformed or expired. */
    verify: async (token: string): Promise<Verified | null> => {
      const existing = verified.get(token);
      if (existing) return isExpired(existing) ? null : existing;
      const signed = await jwtVerify(token, key, { algorithms: [algorithm] }).catch(() => null);
      const payload = tokenPayloadSchema.safeParse(signed?.payload);
      if (!payload.success || !payload.data.jti) return null;
      const claims = { sessionId: payload.data.jti, expiresAt: payload.data.exp * 1000 };
      if (verified.size >= maxCached) verified.clear();
      verified.set(token, claims);
      return claims;
    },
  };
};

export type Tokens = ReturnType<typeof createTokens>;

const readKey = async (path: string): Promise<Buffer | null> =>
  readFile(path).catch((error: unknown) => {
    if (errorCode(error) === 'ENOENT') return null;
    throw error;
  });

type KeySource = { dataDir: string; secret: string | undefined };

/** Returns the secret key from the environment or the data folder; creates it in the data folder if missing. */
export const loadTokenKey = async ({ dataDir, secret }: KeySource): Promise<Uint8Array> => {
  if (secret !== undefined) {
    if (secret.length >= keyBytes) return new TextEncoder().encode(secret);
    throw new StartupError(
      `The session secret must be at least ${keyBytes} characters`,
      'BACKOFFICE_JWT_SECRET',
    );
  }
  const path = join(dataDir, 'session.key');
  try {
    const existing = await readKey(path);
    if (existing && existing.length >= keyBytes) return existing;
    const key = randomBytes(keyBytes);
    await writeFile(path, key, { mode: 0o600 });
    return key;
  } catch (error) {
    throw toStartupError(error, { path, damaged: "Can't read the session key" });
  }
};
