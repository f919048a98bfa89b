import { EventEmitter } from 'node:events';
import { expect, it } from 'vitest';
import { watchGestures } from './user-gesture.ts';

const watch = () => {
  const contents = new EventEmitter();
  let time = 0;
  const hasGesture = watchGestures(contents as unknown as Parameters<typeof watchGestures>[0], () => time);
  return {
    hasGesture,
    input: (type: string) => contents.emit('input-event', {}, { type }),
    wait: (milliseconds: number) => {
      time += milliseconds;
    },
  };
};

it.each(['mouseUp', 'keyDown'])('a %s allows one action', (type) => {
  const { hasGesture, input, wait } = watch();
  expect(hasGesture()).toBe(false);
  input(type);
  wait(4999);
  expect(hasGesture()).toBe(true);
  expect(hasGesture()).toBe(false);
});

it('expires', () => {
  const { hasGesture, input, wait } = watch();
  input('mouseUp');
  wait(5000);
  expect(hasGesture()).toBe(false);
});

it('is no mere movement', () => {
  const { hasGesture, input } = watch();
  for (const type of ['mouseMove', 'mouseWheel', 'mouseEnter']) input(type);
  expect(hasGesture()).toBe(false);
});
