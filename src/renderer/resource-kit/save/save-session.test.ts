// @vitest-environment jsdom
import { describe, expect, it, vi } from 'vitest';
import { NetworkError } from '../../platform/platform.ts';
import { ApiError } from '../errors.ts';
import { createSaveSession } from './save-session.ts';

vi.mock('../../ui/toasts.tsx', () => ({ showError: vi.fn(), hideToast: vi.fn() }));

const createError = (status: number, data: unknown = {}) => new ApiError({ status, data });
const conflict = createError(409, { data: { _id: 'r', version: 2 } });

const createStorage = () => ({
  store: vi.fn(async () => false),
  keep: vi.fn(async () => true),
  remove: vi.fn(async () => undefined),
});

describe('a save session', () => {
  it('goes from storing over sending to saved, and can be used again', async () => {
    const session = createSaveSession({ send: async (text: string) => text.length, storage: createStorage() });
    const steps: string[] = [];
    session.store.subscribe(({ step }) => steps.push(step));
    expect(await session.save('Pen')).toEqual({ step: 'saved', response: 3 });
    expect(steps).toEqual(['storing', 'sending', 'saved', 'editing']);
    expect(await session.save('Pens')).toEqual({ step: 'saved', response: 4 });
  });

  it('never stores again what is saved, even if reloading fails', async () => {
    const storage = createStorage();
    const session = createSaveSession({ send: async () => 'done', storage });
    const reload = () => Promise.reject(new NetworkError('Can’t reach the server'));
    expect(await session.save('Pen', reload)).toEqual({ step: 'saved', response: 'done' });
    expect(storage.remove).toHaveBeenCalledOnce();
    expect(storage.keep).not.toHaveBeenCalled();
  });

  it('waits instead of sending if the storage says so', async () => {
    const send = vi.fn();
    const session = createSaveSession({ send, storage: { ...createStorage(), store: async () => true } });
    expect(await session.save('Pen')).toEqual({ step: 'waiting' });
    expect(send).not.toHaveBeenCalled();
  });

  it('waits if what couldn’t be sent is kept', async () => {
    const session = createSaveSession({ send: () => Promise.reject(new NetworkError('')), storage: createStorage() });
    expect(await session.save('Pen')).toEqual({ step: 'waiting' });
    expect(session.store.getState().step).toBe('waiting');
  });

  it('ends in a conflict, or in the form with the error', async () => {
    const send = vi.fn().mockRejectedValueOnce(conflict).mockRejectedValueOnce('invalid');
    const session = createSaveSession({ send });
    expect(await session.save('Pen')).toEqual({ step: 'conflict', error: conflict });
    expect(await session.save('Pen')).toEqual({ step: 'editing', error: 'invalid', isCancelled: false });
  });

  it('saves one content at a time', async () => {
    const session = createSaveSession({ send: async (text: string) => text });
    const [first, second] = await Promise.all([session.save('Pen'), session.save('Ink')]);
    expect([first, second]).toEqual([{ step: 'saved', response: 'Pen' }, null]);
  });

  it('stores nothing of a cancelled save', async () => {
    const storage = createStorage();
    const send = (_content: string, { signal }: { signal: AbortSignal }) =>
      new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
    const session = createSaveSession({ send, storage });
    const saving = session.save('Pen');
    await vi.waitFor(() => expect(session.store.getState().step).toBe('sending'));
    session.cancel();
    expect(await saving).toMatchObject({ step: 'editing', isCancelled: true });
    expect(storage.keep).not.toHaveBeenCalled();
  });
});
