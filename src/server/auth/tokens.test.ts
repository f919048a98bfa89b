import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createTokens } from './sessions.ts';

const session = {
  userId: 'u',
  role: 'ADMIN' as const,
  user: { _id: 'u', name: 'Ada', email: 'ada@example.com', phone: '', role: 'ADMIN' as const },
};

const claims = () => ({ sessionId: 's', session, expiresAt: Date.now() + 60_000 });

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }));
afterEach(() => void vi.useRealTimers());

it('accepts a token until it expires', async () => {
  const tokens = createTokens(Buffer.alloc(32, 1));
  const token = await tokens.issue(claims());
  for (const _again of [1, 2]) expect(await tokens.verify(token)).toMatchObject({ sessionId: 's' });
  vi.setSystemTime(Date.now() + 60_000);
  expect(await tokens.verify(token)).toBeNull();
});

it('rejects forged tokens', async () => {
  const tokens = createTokens(Buffer.alloc(32, 1));
  const token = await tokens.issue(claims());
  await tokens.verify(token);
  const [header, , signature] = token.split('.');
  const forged = await createTokens(Buffer.alloc(32, 2)).issue(claims());
  expect(await tokens.verify(forged)).toBeNull();
  expect(await tokens.verify(`${header}.${forged.split('.')[1]?.slice(0, -2)}xx.${signature}`)).toBeNull();
});
