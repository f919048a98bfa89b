import { expect, it } from 'vitest';
import { hasPendingFiles, trackPendingFiles, waitForPendingFiles } from './pending-files.ts';

const isTrue = (taken: boolean) => taken;

const deferred = () => {
  let resolve: (taken: boolean) => void = () => undefined;
  const promise = new Promise<boolean>((settle) => {
    resolve = settle;
  });
  return { promise, resolve };
};

it('waits for files that are still being processed', async () => {
  const first = deferred();
  const second = deferred();
  const done: string[] = [];
  const takeBoth = async () => {
    await trackPendingFiles(first.promise, isTrue);
    await null;
    done.push('first');
    await trackPendingFiles(second.promise, isTrue);
    await null;
    done.push('second');
  };
  void takeBoth();
  expect(hasPendingFiles()).toBe(true);
  const waited = waitForPendingFiles().then((isComplete) => {
    done.push('waited');
    return isComplete;
  });
  first.resolve(true);
  await first.promise;
  second.resolve(true);
  expect(await waited).toBe(true);
  expect(done).toEqual(['first', 'second', 'waited']);
  expect(hasPendingFiles()).toBe(false);
});

it('reports a rejected file once', async () => {
  void trackPendingFiles(Promise.resolve(false), isTrue);
  void trackPendingFiles(Promise.resolve(true), isTrue);
  expect(await waitForPendingFiles()).toBe(false);
  expect(await waitForPendingFiles()).toBe(true);
});

it('continues after a file could not be read', async () => {
  const failing = trackPendingFiles(Promise.reject(new Error('no disk')), isTrue);
  expect(await waitForPendingFiles()).toBe(false);
  await expect(failing).rejects.toThrow('no disk');
});
