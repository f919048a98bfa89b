// @vitest-environment jsdom
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { bindShortcut, shortcutGroups, useShortcutSettings } from './shortcuts.ts';

const onPress = vi.fn();
let unbind = () => {};

beforeEach(() => {
  document.body.innerHTML = `
    <button id="button"></button><a id="link" href="/"></a><table><tr id="row" tabindex="0"></tr></table>
    <div id="page" tabindex="0"></div>
    <input id="text" /><textarea id="area"></textarea><input id="box" type="checkbox" /><select id="select"></select>
    <div role="menu"><button id="item"></button></div>`;
  onPress.mockClear();
  unbind = bindShortcut('help', onPress);
});
afterEach(() => {
  unbind();
  useShortcutSettings.setState({ hasSingleKeys: true });
});

const press = (id: string, init: KeyboardEventInit = { key: '?', shiftKey: true }) => {
  const event = new KeyboardEvent('keydown', { bubbles: true, cancelable: true, ...init });
  document.getElementById(id)?.dispatchEvent(event);
  return event;
};

it('works whether or not its key needs Shift', () => {
  expect(press('page').defaultPrevented).toBe(true);
  press('row');
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

it('leaves single keys to controls', () => {
  for (const id of ['button', 'link', 'box', 'select']) press(id);
  expect(onPress).not.toHaveBeenCalled();
  const onUndo = vi.fn();
  const unbindUndo = bindShortcut('undo', onUndo);
  press('button', { key: 'z', ctrlKey: true });
  unbindUndo();
  expect(onUndo).toHaveBeenCalledOnce();
});

it('works with a key typed with AltGr', () => {
  press('page', { key: '?', ctrlKey: true, altKey: true, modifierAltGraph: true });
  expect(onPress).toHaveBeenCalledOnce();
});

it('takes a letter with Shift as another key', () => {
  const onAdd = vi.fn();
  const unbindAdd = bindShortcut('add', onAdd);
  press('page', { key: 'N', shiftKey: true });
  expect(onAdd).not.toHaveBeenCalled();
  press('page', { key: 'n' });
  unbindAdd();
  expect(onAdd).toHaveBeenCalledOnce();
});

it('works without single keys only if it is a combination', () => {
  const onUndo = vi.fn();
  const unbindUndo = bindShortcut('undo', onUndo);
  useShortcutSettings.setState({ hasSingleKeys: false });
  press('page');
  expect(onPress).not.toHaveBeenCalled();
  press('page', { key: 'z', ctrlKey: true });
  unbindUndo();
  expect(onUndo).toHaveBeenCalledOnce();
});

it('uses each key once', () => {
  // The keys of a sheet work only in it, instead of those of the page, and two others only in the search and a column title.
  const { Sheet, Lists, ...page } = shortcutGroups;
  const { results: _results, columnWidth: _columnWidth, ...lists } = Lists;
  for (const groups of [[Sheet], [lists, ...Object.values(page)]]) {
    const keys = groups.flatMap((group) => Object.values(group)).map((shortcut) => shortcut.keys);
    expect(new Set(keys).size).toBe(keys.length);
  }
});
