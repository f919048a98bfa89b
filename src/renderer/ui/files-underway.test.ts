import { expect, it } from 'vitest';
import { areFilesUnderway, takeFiles, waitForFiles } from './files-underway.ts';

const isTrue = (taken: boolean) => taken;

const deferred = () => {
  let resolve: (taken: boolean) => void = () => undefined;
  const promise = new Promise<boolean>((settle) => {
    resolve = settle;
  });
  return { promise, resolve };
};

it('waits until what is done with the files is done as well, and for files that come meanwhile', async () => {
  const first = deferred();
  const second = deferred();
  const done: string[] = [];
  const takeBoth = async () => {
    await takeFiles(first.promise, isTrue);
    await null;
    done.push('first');
    await takeFiles(second.promise, isTrue);
    await null;
    done.push('second');
  };
  void takeBoth();
  expect(areFilesUnderway()).toBe(true);
  const waited = waitForFiles().then((isComplete) => {
    done.push('waited');
    return isComplete;
  });
  first.resolve(true);
  await first.promise;
  second.resolve(true);
  expect(await waited).toBe(true);
  expect(done).toEqual(['first', 'second', 'waited']);
  expect(areFilesUnderway()).toBe(false);
});

it('says that a file could not be taken, once', async () => {
  void takeFiles(Promise.resolve(false), isTrue);
  void takeFiles(Promise.resolve(true), isTrue);
  expect(await waitForFiles()).toBe(false);
  expect(await waitForFiles()).toBe(true);
});

it('goes on where reading itself failed', async () => {
  const failing = takeFiles(Promise.reject(new Error('no disk')), isTrue);
  expect(await waitForFiles()).toBe(false);
  await expect(failing).rejects.toThrow('no disk');
});
