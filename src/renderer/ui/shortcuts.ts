import { getHotkeyHandler } from '@mantine/hooks';
import { type KeyboardEvent as ReactKeyboardEvent, useEffect, useEffectEvent } from 'react';
import { create } from 'zustand';
import { persist } from 'zustand/middleware';

type Shortcut = {
  /** A single character, with letters in upper case, or a combination in Mantine's notation. */
  keys: string;
  label: string;
};

/** All shortcuts of the app, as shown in the help dialog. */
export const shortcutGroups = {
  General: {
    palette: { keys: 'mod+K', label: 'Search or go to a page' },
    help: { keys: '?', label: 'Show keyboard shortcuts' },
    undo: { keys: 'mod+Z', label: 'Undo last action' },
  },
  Lists: {
    search: { keys: '/', label: 'Search' },
    results: { keys: 'ArrowDown', label: 'From the search to the results' },
    filter: { keys: 'F', label: 'Open Advance Filter' },
    rows: { keys: 'R', label: 'Jump to the list' },
    columnWidth: { keys: 'ArrowRight', label: 'From a column title to its width' },
    add: { keys: 'N', label: 'Add new' },
    sheet: { keys: 'S', label: 'Edit in a sheet' },
    previousPage: { keys: '[', label: 'Previous page' },
    nextPage: { keys: ']', label: 'Next page' },
    clearSelection: { keys: 'Escape', label: 'Clear selection' },
  },
  Forms: {
    save: { keys: 'mod+S', label: 'Save' },
    sections: { keys: 'mod+J', label: 'Jump to section' },
    find: { keys: 'mod+F', label: 'Find in form' },
    nextMatch: { keys: 'mod+G', label: 'Next match' },
    previousMatch: { keys: 'mod+shift+G', label: 'Previous match' },
    firstTab: { keys: 'mod+1', label: 'First tab' },
    secondTab: { keys: 'mod+2', label: 'Second tab' },
    thirdTab: { keys: 'mod+3', label: 'Third tab' },
    saveAndStay: { keys: 'mod+shift+S', label: 'Save and stay' },
  },
  Records: {
    previousRecord: { keys: 'alt+PageUp', label: 'Previous in the list' },
    nextRecord: { keys: 'alt+PageDown', label: 'Next in the list' },
  },
  Import: {
    nextError: { keys: 'F8', label: 'Next error' },
    previousError: { keys: 'shift+F8', label: 'Previous error' },
    checkAgain: { keys: 'mod+Enter', label: 'Check again' },
  },
  Rows: {
    nextRow: { keys: 'ArrowDown', label: 'Next row' },
    previousRow: { keys: 'ArrowUp', label: 'Previous row' },
    expandRow: { keys: 'ArrowRight', label: 'Expand' },
    collapseRow: { keys: 'ArrowLeft', label: 'Collapse' },
    openRow: { keys: 'Enter', label: 'Open' },
    editRow: { keys: 'E', label: 'Edit' },
    duplicateRow: { keys: 'D', label: 'Duplicate' },
    removeRow: { keys: 'Delete', label: 'Delete' },
    selectRow: { keys: 'Space', label: 'Select' },
    selectRange: { keys: 'shift+Space', label: 'Select range' },
  },
  Sheet: {
    editCell: { keys: 'Enter', label: 'Edit cell' },
    nextCell: { keys: 'Tab', label: 'Next cell' },
    leaveSheet: { keys: 'Escape', label: 'Let Tab leave the sheet' },
    selectRows: { keys: 'shift+ArrowDown', label: 'Select cells' },
    fillDown: { keys: 'mod+D', label: 'Fill down' },
    copyCells: { keys: 'mod+C', label: 'Copy' },
    pasteCells: { keys: 'mod+V', label: 'Paste' },
    applyFix: { keys: 'alt+Enter', label: 'Apply the suggested fix' },
    undoEdit: { keys: 'mod+Z', label: 'Undo edit' },
    redoEdit: { keys: 'mod+shift+Z', label: 'Redo edit' },
  },
} as const satisfies Record<string, Record<string, Shortcut>>;

type Groups = typeof shortcutGroups;
export type ShortcutName = { [Group in keyof Groups]: keyof Groups[Group] }[keyof Groups];

const shortcuts = Object.assign({}, ...Object.values(shortcutGroups)) as Record<ShortcutName, Shortcut>;

const isCharacter = (keys: string): boolean => keys.length === 1;

/** Whether single-key shortcuts are on, stored on this computer. */
export const useShortcutSettings = create(persist(() => ({ hasSingleKeys: true }), { name: 'shortcuts' }));

/** Applies shortcut settings changed in another window. Returns a function that stops it. */
export const watchShortcutSettings = (): (() => void) => {
  const { persist: storage } = useShortcutSettings;
  const update = ({ key }: StorageEvent) => {
    if (key === storage.getOptions().name) void storage.rehydrate();
  };
  window.addEventListener('storage', update);
  return () => window.removeEventListener('storage', update);
};

/** The keys of a shortcut; empty if it is off. */
export const getShortcutKeys = (name: ShortcutName): string => {
  const { keys } = shortcuts[name];
  return isCharacter(keys) && !useShortcutSettings.getState().hasSingleKeys ? '' : keys;
};

const isMac = navigator.userAgent.includes('Mac');

const keyLabels: Readonly<Record<string, string>> = {
  mod: isMac ? '⌘' : 'Ctrl',
  ctrl: 'Ctrl',
  shift: 'Shift',
  alt: 'Alt',
  left: '←',
  right: '→',
  plus: '+',
  pageup: 'PgUp',
  pagedown: 'PgDn',
  arrowdown: '↓',
  arrowup: '↑',
  arrowleft: '←',
  arrowright: '→',
  escape: 'Esc',
  delete: 'Del',
};

/** Labels of the keys, as printed on a keyboard. */
export const formatKeys = (keys: string): string[] =>
  isCharacter(keys) ? [keys] : keys.split('+').map((key) => keyLabels[key.toLowerCase()] ?? key);

/** The keys of a shortcut as text, such as Ctrl+Z or ⌘Z. */
export const describeShortcut = (name: ShortcutName): string =>
  formatKeys(getShortcutKeys(name)).join(isMac ? '' : '+');

type Handlers = Partial<Record<ShortcutName, (event: KeyboardEvent) => void>>;

// A character may need Shift or AltGr, depending on the keyboard; a letter with Shift is another key.
const matchesCharacter = (character: string, event: KeyboardEvent): boolean => {
  if (event.metaKey || ((event.ctrlKey || event.altKey) && !event.getModifierState('AltGraph'))) return false;
  const isLetter = character.toLowerCase() !== character;
  return getLatinKey(event).toUpperCase() === character && !(isLetter && event.shiftKey);
};

/** Key handler that calls the callback of the pressed shortcut. */
export const createShortcutHandler =
  (handlers: Handlers) =>
  (pressed: KeyboardEvent | ReactKeyboardEvent<HTMLElement>): void => {
    const event = 'nativeEvent' in pressed ? pressed.nativeEvent : pressed;
    for (const [name, handler] of Object.entries(handlers)) {
      const keys = getShortcutKeys(name as ShortcutName);
      if (!isCharacter(keys)) {
        if (keys !== '') getHotkeyHandler([[keys, handler]])(pressed);
      } else if (matchesCharacter(keys, event)) {
        pressed.preventDefault();
        handler(event);
      }
    }
  };

const openDialogSelector = '[aria-modal="true"], dialog[open]';

/** Returns the key handler of a form: the save shortcut submits it. */
export const createFormKeyHandler =
  (handlers: Handlers) =>
  (event: ReactKeyboardEvent<HTMLFormElement>): void => {
    const form = event.currentTarget;
    const dialog = event.target instanceof Element && event.target.closest(openDialogSelector);
    // A dialog above the form may contain its own form, which handles the key.
    if (dialog && (dialog.querySelector('form') ?? form) !== form) return;
    createShortcutHandler({ save: () => form.requestSubmit(), ...handlers })(event);
  };

const isDialogOpen = (): boolean => document.querySelector(openDialogSelector) !== null;

const nonTextInputTypes = ['button', 'checkbox', 'radio', 'reset', 'submit'];

/** Whether an element accepts typing; includes selects, which jump to a typed letter. */
export const isTyping = (target: HTMLElement): boolean =>
  target.isContentEditable ||
  target.matches('textarea, select') ||
  (target instanceof HTMLInputElement && !nonTextInputTypes.includes(target.type));

const controlSelector = 'a, button, input, select, textarea, summary, audio, video, [role="grid"], [role="tab"]';

// Whether an input, another control for a single key, or an open dialog, menu or list should receive the key.
const shouldIgnoreKey = ({ target }: KeyboardEvent, keys: string): boolean => {
  if (isDialogOpen()) return true;
  if (!(target instanceof HTMLElement)) return false;
  if (isCharacter(keys) && target.closest(controlSelector)) return true;
  return isTyping(target) || target.closest('[role="dialog"], [role="menu"], [role="listbox"]') !== null;
};

/**
 * Binds a shortcut until the returned function is called. It is ignored while a dialog is open and, unless it is global,
 * while the user types; a single key also while a control has the focus.
 */
export const bindShortcut = (name: ShortcutName, onPress: () => void, isGlobal = false): (() => void) => {
  const handle = createShortcutHandler({ [name]: onPress });
  const handleKeyDown = (event: KeyboardEvent) => {
    const isIgnored = isGlobal ? isDialogOpen() : shouldIgnoreKey(event, getShortcutKeys(name));
    if (!event.defaultPrevented && !isIgnored) handle(event);
  };
  window.addEventListener('keydown', handleKeyDown);
  return () => window.removeEventListener('keydown', handleKeyDown);
};

/** Binds a shortcut while the component is mounted and `onPress` is defined. */
export const useShortcut = (name: ShortcutName, onPress: (() => void) | undefined, isGlobal = false): void => {
  const handlePress = useEffectEvent(() => onPress?.());
  const isBound = onPress !== undefined;
  useEffect(() => (isBound ? bindShortcut(name, () => handlePress(), isGlobal) : undefined), [name, isBound, isGlobal]);
};

/** Binds a combination of keys, which also works while the user types. */
export const useGlobalShortcut = (name: ShortcutName, onPress: (() => void) | undefined): void =>
  useShortcut(name, onPress, true);

/** The key that Latin keyboards have at the place of a letter of another script; every other key as it is. */
const getLatinKey = ({ key, code, shiftKey }: KeyboardEvent): string => {
  if (!/^[\p{L}\p{M}]+$/u.test(key) || /\p{Script=Latin}/u.test(key)) return key;
  const signs: Record<string, string> = { BracketLeft: '[', BracketRight: ']', Slash: shiftKey ? '?' : '/' };
  const letter = /^Key(.)$/.exec(code)?.[1];
  return signs[code] ?? (shiftKey ? letter : letter?.toLowerCase()) ?? key;
};

/**
 * Prepares the keys for all handlers, those of libraries included, and must run before they are added. Keys of an input
 * method don't reach them, and combinations work on the keyboards of all scripts.
 */
export const normalizeKeyEvents = (): void => {
  const normalize = (event: KeyboardEvent) => {
    const { key, isComposing, ctrlKey, metaKey } = event;
    // Safari ends the composition before the Enter that accepts it, and marks that key with 229 only.
    if (isComposing || event.keyCode === 229) {
      event.stopImmediatePropagation();
      // The browser would submit the form, or clear a search box.
      if (key === 'Enter' || key === 'Escape') event.preventDefault();
    } else if ((ctrlKey || metaKey) && !event.getModifierState('AltGraph'))
      Object.defineProperty(event, 'key', { value: getLatinKey(event) });
  };
  window.addEventListener('keydown', normalize, { capture: true });
};
