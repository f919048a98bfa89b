// @vitest-environment jsdom
import { act } from 'react';
import { createRoot, type Root } from 'react-dom/client';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Authorization } from '#shared/ipc.ts';
import type { Session } from '#shared/session.ts';
import { texts } from '#shared/texts.ts';
import { platform } from '../../platform/index.ts';
import { setSession, useSessionStore } from '../../resource-kit/session-store.ts';
import { showError } from '../../ui/toasts.tsx';
import { useSessionCheck } from './use-session-check.ts';

vi.mock('../../platform/index.ts', () => ({
  platform: { session: { getStored: vi.fn(), refresh: vi.fn() } },
}));
vi.mock('../../ui/toasts.tsx', () => ({ showError: vi.fn() }));

const user = { _id: 'u1', name: 'Asha', email: 'asha@example.com', phone: '', role: 'ADMIN' } as const;
const session: Session = { userId: 'u1', role: 'ADMIN', user };

const Gate = () => {
  useSessionCheck('remote');
  return null;
};

let root: Root;

const begin = async (stored: Session | null, result: Authorization) => {
  vi.mocked(platform.session.getStored).mockResolvedValue(stored);
  vi.mocked(platform.session.refresh).mockResolvedValue(result);
  await act(async () => root.render(<Gate />));
  return useSessionStore.getState();
};

beforeEach(() => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true });
  vi.mocked(showError).mockClear();
  setSession({ state: 'checking', session: null });
  root = createRoot(document.createElement('div'));
});
afterEach(() => act(() => root.unmount()));

const unreachable = { state: 'unreachable', message: '' } as const;

it.each<[string, Session | null, Authorization, object]>([
  ['the login screen where the session is rejected', session, { state: 'rejected' }, { state: 'signedOut' }],
  [
    'the stored session where the server is unreachable',
    session,
    { ...unreachable, session },
    { state: 'offline', session },
  ],
  ['the login screen where no session is stored', null, { ...unreachable, session: null }, { state: 'signedOut' }],
])('reports a failed authorization and opens %s', async (_case, stored, result, state) => {
  expect(await begin(stored, result)).toEqual(state);
  expect(vi.mocked(showError).mock.calls).toEqual([[texts.login.authorizationFailed]]);
});

it('shows nothing when signed out', async () => {
  expect(await begin(null, { state: 'signedOut' })).toEqual({ state: 'signedOut' });
  expect(showError).not.toHaveBeenCalled();
});
