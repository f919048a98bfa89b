// @vitest-environment jsdom
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { bindShortcuts, getShortcutKeys, type ShortcutName, shortcutGroups } from './shortcuts.ts';

const onPress = vi.fn();
let unbind = () => {};

beforeEach(() => {
  document.body.innerHTML = `
    <div id="page" tabindex="0"></div>
    <input id="text" /><textarea id="area"></textarea><input id="box" type="checkbox" />
    <div role="menu"><button id="item"></button></div>`;
  onPress.mockClear();
  unbind = bindShortcuts({ help: onPress });
});
afterEach(() => unbind());

const press = (id: string, init: KeyboardEventInit = { key: '?', shiftKey: true }) => {
  const event = new KeyboardEvent('keydown', { bubbles: true, cancelable: true, ...init });
  document.getElementById(id)?.dispatchEvent(event);
  return event;
};

it('works whether or not its key needs Shift', () => {
  expect(press('page').defaultPrevented).toBe(true);
  press('box');
  press('page', { key: '?' });
  expect(onPress).toHaveBeenCalledTimes(3);
  press('page', { key: '?', ctrlKey: true });
  press('page', { key: 'a' });
  expect(onPress).toHaveBeenCalledTimes(3);
});

it('is inactive where keys have another meaning', () => {
  expect(press('text').defaultPrevented).toBe(false);
  press('area');
  press('item');
  document.body.insertAdjacentHTML('beforeend', '<div role="dialog" aria-modal="true"></div>');
  press('page');
  expect(onPress).not.toHaveBeenCalled();
});

it('is inactive once removed', () => {
  unbind();
  press('page');
  expect(onPress).not.toHaveBeenCalled();
});

it('uses each key once', () => {
  const keys = Object.values(shortcutGroups)
    .flatMap((group) => Object.keys(group) as ShortcutName[])
    .flatMap((name) => getShortcutKeys(name).map((key) => key.toLowerCase()));
  expect(new Set(keys).size).toBe(keys.length);
});
