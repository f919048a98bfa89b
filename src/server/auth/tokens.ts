import { createSecretKey } from 'node:crypto';
import { jwtVerify, SignJWT } from 'jose';
import { type Session, tokenPayloadSchema } from '#shared/session.ts';

const algorithm = 'HS256';

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
      const { jti, exp } = payload.data ?? {};
      if (!jti || !exp) return null;
      const claims = { sessionId: jti, expiresAt: exp * 1000 };
      if (verified.size >= maxCached) verified.clear();
      verified.set(token, claims);
      return claims;
    },
  };
};

export type Tokens = ReturnType<typeof createTokens>;
