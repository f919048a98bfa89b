import type { MenuItemConstructorOptions } from 'electron';
import { expect, it, vi } from 'vitest';
import { type MenuCommands, menuTemplate } from './menu-template.ts';

type Item = MenuItemConstructorOptions;

const commands = new Proxy({} as MenuCommands, { get: () => vi.fn() });

const build = ({ isMac }: { isMac: boolean }): Item[] =>
  menuTemplate({ isMac, isPackaged: true, commands, backups: null });

const entriesOf = (menus: Item[], name: string): Item[] => {
  const menu = menus.find(({ label, role }) => label === name || role === name);
  return Array.isArray(menu?.submenu) ? menu.submenu : [];
};

const labelsOf = (menus: Item[], name: string) =>
  entriesOf(menus, name).flatMap(({ label, role }) => label ?? role ?? []);

it('has the usual menus of a Mac', () => {
  const menus = build({ isMac: true });
  expect(menus.map(({ label, role }) => label ?? role)).toEqual([
    ...['appMenu', '&File', 'editMenu', '&View', '&Go', 'windowMenu', 'help'],
  ]);
  expect(labelsOf(menus, 'appMenu')).toEqual([
    ...['about', 'Check for Updates…', 'Settings…', 'services', 'hide', 'hideOthers', 'unhide', 'quit'],
  ]);
  expect(labelsOf(menus, '&File')).toEqual(['New Window', 'Close Window', 'Save as PDF…', 'Print…']);
  expect(labelsOf(menus, 'help')).toEqual([
    ...['Keyboard Shortcuts', 'Show Log File', 'Copy Diagnostics', 'Third-party Notices'],
  ]);
});

it('has the usual menus of other systems', () => {
  const menus = build({ isMac: false });
  expect(menus.map(({ label, role }) => label ?? role)).toEqual(['&File', '&Edit', '&View', '&Go', 'help']);
  expect(labelsOf(menus, '&File')).toEqual([
    ...['New window', 'Close window', 'Save as PDF…', 'Print…', 'Settings…', 'quit'],
  ]);
  expect(labelsOf(menus, 'help').slice(-2)).toEqual(['Check for updates…', 'About Catalogue Back Office']);
});

it.each([true, false])('uses each shortcut once (on a Mac: %s)', (isMac) => {
  const menus = build({ isMac });
  const keys = menus.flatMap(({ submenu }) =>
    Array.isArray(submenu) ? submenu.flatMap(({ accelerator }) => accelerator ?? []) : [],
  );
  expect(keys.length).toBeGreaterThan(10);
  expect(new Set(keys).size).toBe(keys.length);
});
