import type { MenuItemConstructorOptions } from 'electron';
import { getMenuKeys, type MenuShortcutName, menuShortcuts } from '#shared/menu-shortcuts.ts';

/** Commands of the entries that have no system role. */
export type MenuCommands = Record<
  | Exclude<MenuShortcutName, 'closeWindow' | 'reload'>
  | ('checkForUpdates' | 'shortcuts' | 'showLogFile' | 'copyDiagnostics' | 'notices' | 'about'),
  () => unknown
>;

type BackupCommands = Record<'backUp' | 'restore' | 'showDataFolder', () => unknown>;

type Options = {
  isMac: boolean;
  /** Packaged apps have no developer tools, but show third-party notices. */
  isPackaged: boolean;
  commands: MenuCommands;
  /** Null if a remote server is used. */
  backups: BackupCommands | null;
};

type Item = MenuItemConstructorOptions;

const separator: Item = { type: 'separator' };

const commandItem = <Name extends string>(commands: Record<Name, () => unknown>, id: Name, label: string): Item => ({
  id,
  label,
  click: () => void commands[id](),
});

const shortcutItem = (id: MenuShortcutName, { isMac, commands }: Options, extra: Item = {}): Item => ({
  id,
  label: menuShortcuts[id].label,
  accelerator: getMenuKeys(id, { isMac }).replace('mod', 'CmdOrCtrl'),
  ...(id in commands && { click: () => void commands[id as keyof MenuCommands]() }),
  ...extra,
});

const updates = ({ commands }: Options): Item => commandItem(commands, 'checkForUpdates', 'Check for updates…');

const appMenu = (options: Options): Item => ({
  role: 'appMenu',
  submenu: [
    { role: 'about' },
    updates(options),
    separator,
    shortcutItem('settings', options),
    separator,
    { role: 'services' },
    separator,
    { role: 'hide' },
    { role: 'hideOthers' },
    { role: 'unhide' },
    separator,
    { role: 'quit' },
  ],
});

const backupItems = (backups: BackupCommands): Item[] => [
  commandItem(backups, 'backUp', 'Back up…'),
  commandItem(backups, 'restore', 'Restore from backup…'),
  commandItem(backups, 'showDataFolder', 'Show data folder'),
  separator,
];

const fileMenu = (options: Options): Item => ({
  label: '&File',
  submenu: [
    shortcutItem('newWindow', options),
    shortcutItem('closeWindow', options, { role: 'close' }),
    separator,
    shortcutItem('saveAsPdf', options),
    shortcutItem('print', options),
    ...(options.backups || !options.isMac ? [separator] : []),
    ...(options.backups ? backupItems(options.backups) : []),
    ...(options.isMac ? [] : [shortcutItem('settings', options), separator, { role: 'quit' } as const]),
  ],
});

const editMenu: Item = {
  label: '&Edit',
  submenu: [
    { role: 'undo' },
    { role: 'redo' },
    separator,
    { role: 'cut' },
    { role: 'copy' },
    { role: 'paste' },
    { role: 'pasteAndMatchStyle', label: 'Paste without formatting', accelerator: 'Ctrl+Shift+V' },
    { role: 'delete' },
    separator,
    { role: 'selectAll', label: 'Select all' },
  ],
};

const viewMenu = (options: Options): Item => ({
  label: '&View',
  submenu: [
    shortcutItem('reload', options, { role: 'reload' }),
    // Windows browsers use F5.
    { role: 'reload', accelerator: 'F5', visible: false },
    separator,
    shortcutItem('resetZoom', options),
    shortcutItem('zoomIn', options),
    // For keyboards where plus needs Shift or is a separate key.
    shortcutItem('zoomIn', options, { id: 'zoomInToo', accelerator: 'CmdOrCtrl+=', visible: false }),
    shortcutItem('zoomOut', options),
    separator,
    // macOS switches this label between entering and leaving full screen.
    shortcutItem('fullScreen', options, options.isMac ? { role: 'togglefullscreen' } : { type: 'checkbox' }),
    ...(options.isPackaged ? [] : [separator, { role: 'toggleDevTools' } as const]),
  ],
});

const goMenu = (options: Options): Item => ({
  label: '&Go',
  submenu: [
    shortcutItem('back', options),
    shortcutItem('forward', options),
    separator,
    shortcutItem('copyPageLink', options),
  ],
});

const helpMenu = (options: Options): Item => ({
  role: 'help',
  submenu: [
    commandItem(options.commands, 'shortcuts', 'Keyboard shortcuts'),
    separator,
    commandItem(options.commands, 'showLogFile', 'Show log file'),
    commandItem(options.commands, 'copyDiagnostics', 'Copy diagnostics'),
    ...(options.isPackaged ? [commandItem(options.commands, 'notices', 'Third-party notices')] : []),
    ...(options.isMac
      ? []
      : [separator, updates(options), commandItem(options.commands, 'about', 'About Catalogue Back Office')]),
  ],
});

const withLabels = (items: Item[], system: { isMac: boolean }): Item[] =>
  items.map((item) => ({
    ...item,
    ...(item.label && { label: menuLabel(item.label, system) }),
    ...(Array.isArray(item.submenu) && { submenu: withLabels(item.submenu, system) }),
  }));

export const menuTemplate = (options: Options): Item[] => {
  const menus: Item[] = [
    fileMenu(options),
    options.isMac ? { role: 'editMenu' } : editMenu,
    viewMenu(options),
    goMenu(options),
  ];
  // The app and window menus exist only on macOS. Elsewhere, window controls replace the latter.
  const all: Item[] = options.isMac
    ? [appMenu(options), ...menus, { role: 'windowMenu' }, helpMenu(options)]
    : [...menus, helpMenu(options)];
  return withLabels(all, options);
};

const smallWords = new Set(['a', 'as', 'for', 'from', 'the', 'to']);

/** Menu labels use title case on macOS and sentence case elsewhere. */
export const menuLabel = (label: string, { isMac }: { isMac: boolean }): string =>
  isMac
    ? label
        .split(' ')
        .map((word, index) => (index > 0 && smallWords.has(word) ? word : word.charAt(0).toUpperCase() + word.slice(1)))
        .join(' ')
    : label;
