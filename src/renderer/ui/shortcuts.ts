import { getHotkeyHandler } from '@mantine/hooks';
import { type KeyboardEvent as FormKeyboardEvent, useEffect, useEffectEvent } from 'react';

type Shortcut = {
  /** The first one is shown to the user; the others are for other keyboard layouts. */
  keys: readonly [string, ...string[]];
  label: string;
};

/** All shortcuts of the app, as shown in the help dialog. */
export const shortcutGroups = {
  General: {
    palette: { keys: ['mod+K'], label: 'Search or go to a page' },
    help: { keys: ['?', 'shift+?'], label: 'Show keyboard shortcuts' },
    undo: { keys: ['mod+Z'], label: 'Undo last action' },
  },
  Lists: {
    search: { keys: ['/', 'shift+/'], label: 'Search' },
    filter: { keys: ['F'], label: 'Open Advance Filter' },
    rows: { keys: ['R'], label: 'Jump to the list' },
    add: { keys: ['N'], label: 'Add new' },
    previousPage: { keys: ['['], label: 'Previous page' },
    nextPage: { keys: [']'], label: 'Next page' },
    clearSelection: { keys: ['Escape'], label: 'Clear selection' },
  },
  Forms: {
    save: { keys: ['mod+S'], label: 'Save' },
  },
  Rows: {
    nextRow: { keys: ['ArrowDown'], label: 'Next row' },
    previousRow: { keys: ['ArrowUp'], label: 'Previous row' },
    openRow: { keys: ['Enter'], label: 'Open' },
    editRow: { keys: ['E'], label: 'Edit' },
    removeRow: { keys: ['Delete'], label: 'Delete' },
    selectRow: { keys: ['Space'], label: 'Select' },
    selectRange: { keys: ['shift+Space'], label: 'Select range' },
  },
} as const satisfies Record<string, Record<string, Shortcut>>;

type Groups = typeof shortcutGroups;
export type ShortcutName = { [Group in keyof Groups]: keyof Groups[Group] }[keyof Groups];

const shortcuts = Object.assign({}, ...Object.values(shortcutGroups)) as Record<ShortcutName, Shortcut>;

export const getShortcutKeys = (name: ShortcutName): readonly string[] => shortcuts[name].keys;

const keyLabels: Readonly<Record<string, string>> = {
  mod: navigator.userAgent.includes('Mac') ? '⌘' : 'Ctrl',
  ctrl: 'Ctrl',
  shift: 'Shift',
  alt: 'Alt',
  left: '←',
  right: '→',
  plus: '+',
  arrowdown: '↓',
  arrowup: '↑',
  escape: 'Esc',
  delete: 'Del',
};

/** Labels of the keys, as printed on a keyboard. */
export const formatKeys = (keys: string): string[] =>
  keys.split('+').map((key) => keyLabels[key.toLowerCase()] ?? key);

type Handlers = Partial<Record<ShortcutName, (event: KeyboardEvent) => void>>;

/** Key handler that calls the callback of the pressed shortcut. */
export const createShortcutHandler = (handlers: Handlers) =>
  getHotkeyHandler(
    Object.entries(handlers).flatMap(([name, handler]) =>
      getShortcutKeys(name as ShortcutName).map((keys): [string, typeof handler] => [keys, handler]),
    ),
  );

/** Submits a form with the save shortcut. */
export const handleSaveShortcut = (event: FormKeyboardEvent<HTMLFormElement>): void => {
  const form = event.currentTarget;
  createShortcutHandler({ save: () => form.requestSubmit() })(event);
};

const nonTextInputTypes = ['button', 'checkbox', 'radio', 'reset', 'submit'];

/** Whether an element accepts typing; includes selects, which jump to a typed letter. */
export const isTyping = (target: HTMLElement): boolean =>
  target.isContentEditable ||
  target.matches('textarea, select') ||
  (target instanceof HTMLInputElement && !nonTextInputTypes.includes(target.type));

// Whether an input or an open dialog, menu or list should receive the key.
const shouldIgnoreKey = ({ target }: KeyboardEvent): boolean => {
  if (document.querySelector('[aria-modal="true"]')) return true;
  if (!(target instanceof HTMLElement)) return false;
  return isTyping(target) || target.closest('[role="dialog"], [role="menu"], [role="listbox"]') !== null;
};

/** Binds shortcuts until the returned function is called. Ignored while the user types or a dialog is open. */
export const bindShortcuts = (handlers: Handlers): (() => void) => {
  const handle = createShortcutHandler(handlers);
  const handleKeyDown = (event: KeyboardEvent) => {
    if (!event.defaultPrevented && !shouldIgnoreKey(event)) handle(event);
  };
  window.addEventListener('keydown', handleKeyDown);
  return () => window.removeEventListener('keydown', handleKeyDown);
};

/** Binds a shortcut while the component is mounted and `onPress` is defined. */
export const useShortcut = (name: ShortcutName, onPress: (() => void) | undefined): void => {
  const handlePress = useEffectEvent(() => onPress?.());
  const isBound = onPress !== undefined;
  useEffect(() => (isBound ? bindShortcuts({ [name]: () => handlePress() }) : undefined), [name, isBound]);
};
