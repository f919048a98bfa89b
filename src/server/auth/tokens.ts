import { createSecretKey, randomBytes } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { jwtVerify, SignJWT } from 'jose';
import { type Session, tokenPayloadSchema } from '#shared/session.ts';
import { codeOf, explainFileError } from '../database/explain.ts';
import { StartFailure } from '../lib/failure.ts';

/** How long a session lasts after it was last renewed. */
export const sessionSeconds = 7 * 24 * 60 * 60;

const algorithm = 'HS256';
const keyBytes = 32;

export type Tokens = {
  /** A token for a session, valid from now on. */
  issue: (options: { sessionId: string; session: Session }) => Promise<string>;
  /** The session that a token belongs to; null for a token that is forged, broken or expired. */
  verify: (token: string) => Promise<{ sessionId: string } | null>;
};

type Verified = { sessionId: string; expiresAt: number };

const keptAtMost = 1000;

const isOver = ({ expiresAt }: Verified): boolean => expiresAt <= Date.now();

/** Issues and checks tokens with the server's secret key. */
export const createTokens = (secret: Uint8Array): Tokens => {
  // As an object it is made ready once; as bytes, for every request anew.
  const key = createSecretKey(secret);
  // A signature once found good stays good: to check it again would make every request wait for another thread.
  const verified = new Map<string, Verified>();
  return {
    issue: ({ sessionId, session }) =>
      new SignJWT({ ...session })
        .setProtectedHeader({ alg: algorithm, typ: 'JWT' })
        .setJti(sessionId)
        .setIssuedAt()
        .setExpirationTime(`${sessionSeconds}s`)
        .sign(key),
    verify: async (token) => {
      const known = verified.get(token);
      if (known) return isOver(known) ? null : known;
      const signed = await jwtVerify(token, key, { algorithms: [algorithm] }).catch(() => null);
      const payload = tokenPayloadSchema.safeParse(signed?.payload);
      if (!payload.success || !payload.data.jti) return null;
      const fresh = { sessionId: payload.data.jti, expiresAt: payload.data.exp * 1000 };
      if (verified.size >= keptAtMost) verified.clear();
      verified.set(token, fresh);
      return fresh;
    },
  };
};

const readKey = async (path: string): Promise<Buffer | null> =>
  readFile(path).catch((error: unknown) => {
    if (codeOf(error) === 'ENOENT') return null;
    throw error;
  });

/** The secret key of this server: given by the environment, else kept in the data folder for its owner alone. */
export const loadTokenKey = async ({
  dataDir,
  secret,
}: {
  dataDir: string;
  secret: string | undefined;
}): Promise<Uint8Array> => {
  if (secret !== undefined) {
    if (secret.length >= keyBytes) return new TextEncoder().encode(secret);
    throw new StartFailure({
      message: `The session secret must be at least ${keyBytes} characters`,
      path: 'BACKOFFICE_JWT_SECRET',
    });
  }
  const path = join(dataDir, 'session.key');
  try {
    const known = await readKey(path);
    if (known && known.length >= keyBytes) return known;
    const key = randomBytes(keyBytes);
    await writeFile(path, key, { mode: 0o600 });
    return key;
  } catch (error) {
    throw explainFileError({ error, path, damaged: "Can't read the session key" });
  }
};
