import { getHotkeyHandler } from '@mantine/hooks';
import { useEffect, useEffectEvent } from 'react';

type Shortcut = {
  /** The first one is what people are told; the others are what it takes on other keyboards. */
  keys: readonly [string, ...string[]];
  label: string;
};

/** Every shortcut of the app, as the dialog lists them. What binds one takes its keys from here. */
export const shortcutGroups = {
  Everywhere: {
    palette: { keys: ['mod+K'], label: 'Go to a section or a record' },
    help: { keys: ['?', 'shift+?'], label: 'Show the shortcuts' },
    undo: { keys: ['mod+Z'], label: 'Undo what a message offers to undo' },
  },
  Lists: {
    search: { keys: ['/', 'shift+/'], label: 'Search the list' },
    filter: { keys: ['F'], label: 'Open Advance Filter' },
    rows: { keys: ['R'], label: 'Go to the rows' },
    add: { keys: ['N'], label: 'Add a record' },
    previousPage: { keys: ['['], label: 'Previous page' },
    nextPage: { keys: [']'], label: 'Next page' },
    clearSelection: { keys: ['Escape'], label: 'Clear the selection' },
  },
  Forms: {
    save: { keys: ['mod+S'], label: 'Save what is open' },
  },
  'In the rows of a list': {
    nextRow: { keys: ['ArrowDown'], label: 'Next row' },
    previousRow: { keys: ['ArrowUp'], label: 'Previous row' },
    openRow: { keys: ['Enter'], label: 'Open the row' },
    editRow: { keys: ['E'], label: 'Edit the row' },
    removeRow: { keys: ['Delete'], label: 'Delete the row' },
    selectRow: { keys: ['Space'], label: 'Select the row' },
    selectRange: { keys: ['shift+Space'], label: 'Select from the last row selected to this one' },
  },
} as const satisfies Record<string, Record<string, Shortcut>>;

type Groups = typeof shortcutGroups;
export type ShortcutName = { [Group in keyof Groups]: keyof Groups[Group] }[keyof Groups];

const shortcuts = Object.assign({}, ...Object.values(shortcutGroups)) as Record<ShortcutName, Shortcut>;

export const keysOf = (name: ShortcutName): readonly string[] => shortcuts[name].keys;

const names: Readonly<Record<string, string>> = {
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

/** What stands on the keys of a shortcut. */
export const keyNames = (keys: string): string[] =>
  keys.split('+').map((key) => names[key.toLowerCase()] ?? key);

type Handlers = Partial<Record<ShortcutName, (event: KeyboardEvent) => void>>;

/** Does for a pressed key what its shortcut stands for. */
export const shortcutHandler = (handlers: Handlers) =>
  getHotkeyHandler(
    Object.entries(handlers).flatMap(([name, handler]) =>
      keysOf(name as ShortcutName).map((keys): [string, typeof handler] => [keys, handler]),
    ),
  );

const pressedTypes = ['button', 'checkbox', 'radio', 'reset', 'submit'];

/** Whether an element takes text, or letters as a select does. */
export const isTyping = (target: HTMLElement): boolean =>
  target.isContentEditable ||
  target.matches('textarea, select') ||
  (target instanceof HTMLInputElement && !pressedTypes.includes(target.type));

/** Whether what is typed, or what is open above the page, is meant by a key. */
const isMeantElsewhere = ({ target }: KeyboardEvent): boolean => {
  if (document.querySelector('[aria-modal="true"]')) return true;
  if (!(target instanceof HTMLElement)) return false;
  return isTyping(target) || target.closest('[role="dialog"], [role="menu"], [role="listbox"]') !== null;
};

/** Binds shortcuts until the function that it gives back is called. They rest while somebody types, or a dialog is open. */
export const bindShortcuts = (handlers: Handlers): (() => void) => {
  const handle = shortcutHandler(handlers);
  const listen = (event: KeyboardEvent) => {
    if (!event.defaultPrevented && !isMeantElsewhere(event)) handle(event);
  };
  window.addEventListener('keydown', listen);
  return () => window.removeEventListener('keydown', listen);
};

/** Binds a shortcut as long as the component is there, and as long as there is something to do. */
export const useShortcut = (name: ShortcutName, onPress: (() => void) | undefined): void => {
  const press = useEffectEvent(() => onPress?.());
  const isBound = onPress !== undefined;
  useEffect(() => (isBound ? bindShortcuts({ [name]: () => press() }) : undefined), [name, isBound]);
};
