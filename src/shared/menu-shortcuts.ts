type Keys = string | { mac: string; others: string };
type MenuShortcut = { label: string; keys: Keys };

/** Shortcuts of the desktop menu, also listed in the shortcuts dialog. `mod` is Cmd on a Mac, Ctrl elsewhere. */
export const menuShortcuts = {
  newWindow: { label: 'New window', keys: 'mod+shift+N' },
  print: { label: 'Print…', keys: 'mod+P' },
  saveAsPdf: { label: 'Save as PDF…', keys: 'mod+shift+P' },
  settings: { label: 'Settings…', keys: 'mod+,' },
  closeWindow: { label: 'Close window', keys: 'mod+W' },
  back: { label: 'Back', keys: { mac: 'mod+[', others: 'alt+Left' } },
  forward: { label: 'Forward', keys: { mac: 'mod+]', others: 'alt+Right' } },
  copyPageLink: { label: 'Copy link to this page', keys: 'mod+shift+C' },
  reload: { label: 'Reload', keys: 'mod+R' },
  resetZoom: { label: 'Actual size', keys: 'mod+0' },
  zoomIn: { label: 'Zoom in', keys: 'mod+Plus' },
  zoomOut: { label: 'Zoom out', keys: 'mod+-' },
  fullScreen: { label: 'Full screen', keys: { mac: 'ctrl+mod+F', others: 'F11' } },
} as const satisfies Record<string, MenuShortcut>;

export type MenuShortcutName = keyof typeof menuShortcuts;

export const menuShortcutNames = Object.keys(menuShortcuts) as MenuShortcutName[];

export const getMenuKeys = (name: MenuShortcutName, { isMac }: { isMac: boolean }): string => {
  const { keys }: MenuShortcut = menuShortcuts[name];
  if (typeof keys === 'string') return keys;
  return isMac ? keys.mac : keys.others;
};
