import { EventEmitter } from 'node:events';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { UpdateStatus } from '#shared/ipc.ts';
import { createUpdates, type Updater } from './updates.ts';

const quit = vi.fn();
const told: UpdateStatus[] = [];
let events: EventEmitter;
let updates: ReturnType<typeof createUpdates>;
let updater: Updater & {
  checkForUpdates: ReturnType<typeof vi.fn>;
  quitAndInstall: ReturnType<typeof vi.fn>;
};

beforeEach(() => {
  quit.mockReset();
  told.length = 0;
  events = new EventEmitter();
  updater = Object.assign(events, {
    checkForUpdates: vi.fn(async () => null),
    quitAndInstall: vi.fn(),
  }) as unknown as typeof updater;
  updates = createUpdates({ onStatus: (status) => told.push(status), quit });
});

const makeReady = () => {
  updates.start(updater);
  events.emit('update-available', { version: '2.0.0' });
  events.emit('update-downloaded', { version: '2.0.0' });
};

describe('an app without an update URL', () => {
  it('never checks for updates', async () => {
    await updates.check();
    updates.install();
    updates.finish();
    expect(updates.get()).toEqual({ state: 'off' });
    expect(quit).not.toHaveBeenCalled();
  });
});

describe('update events', () => {
  it('report a newer version, which is checked for once', async () => {
    makeReady();
    await updates.check();
    expect(told).toEqual([
      { state: 'checking' },
      { state: 'downloading', version: '2.0.0', percent: 0 },
      { state: 'ready', version: '2.0.0' },
    ]);
    expect(updater.checkForUpdates).toHaveBeenCalledTimes(1);
  });

  it('report each percent of a download once', () => {
    updates.start(updater);
    events.emit('download-progress', { percent: 1 });
    events.emit('update-available', { version: '2.0.0' });
    for (const percent of [12.1, 12.9, 60]) events.emit('download-progress', { percent });
    const downloading = { state: 'downloading', version: '2.0.0' };
    expect(told.slice(1)).toEqual([0, 12, 60].map((percent) => ({ ...downloading, percent })));
  });

  it('report a failed check, which can be repeated', async () => {
    updates.start(updater);
    events.emit('error', new Error('ECONNREFUSED'));
    expect(updates.get()).toMatchObject({ state: 'failed', message: expect.not.stringContaining('ECONN') });
    await updates.check();
    expect(updater.checkForUpdates).toHaveBeenCalledTimes(2);
  });

  it('report a failed download', () => {
    updates.start(updater);
    events.emit('update-available', { version: '2.0.0' });
    events.emit('error', new Error('sha512 checksum mismatch'));
    expect(updates.get()).toMatchObject({ state: 'failed', message: expect.stringContaining('2.0.0') });
  });
});

describe('a restart into the newer version', () => {
  it('installs once the app has quit', () => {
    makeReady();
    updates.install();
    expect(quit).toHaveBeenCalledTimes(1);
    expect(updater.quitAndInstall).not.toHaveBeenCalled();
    updates.onBeforeQuit();
    updates.finish();
    expect(updater.quitAndInstall).toHaveBeenCalledWith(true, true);
  });

  it('is forgotten if unsaved changes keep the app open', () => {
    makeReady();
    updates.install();
    updates.onBeforeQuit();
    updates.onBeforeQuit();
    updates.finish();
    expect(updater.quitAndInstall).not.toHaveBeenCalled();
  });

  it('is not offered before the download is complete', () => {
    updates.start(updater);
    updates.install();
    expect(quit).not.toHaveBeenCalled();
  });
});
