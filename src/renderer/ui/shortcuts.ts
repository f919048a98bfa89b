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
    filter: { keys: ['F'], label: 'Open or close Advance Filter' },
    add: { keys: ['N'], label: 'Add a record' },
    previousPage: { keys: ['['], label: 'Previous page' },
    nextPage: { keys: [']'], label: 'Next page' },
    clearSelection: { keys: ['Escape'], label: 'Clear the selection' },
  },
  'In the rows of a list': {
    nextRow: { keys: ['ArrowDown'], label: 'Next row' },
    previousRow: { keys: ['ArrowUp'], label: 'Previous row' },
    openRow: { keys: ['Enter'], label: 'Open the row' },
    selectRow: { keys: ['Space'], label: 'Select the row' },
    selectRange: { keys: ['shift+Space'], label: 'Select from the last row selected to this one' },
  },
} as const satisfies Record<string, Record<string, Shortcut>>;

type Groups = typeof shortcutGroups;
type ShortcutName = { [Group in keyof Groups]: keyof Groups[Group] }[keyof Groups];

const shortcuts = Object.assign({}, ...Object.values(shortcutGroups)) as Record<ShortcutName, Shortcut>;

/** The keys that stand for a shortcut. */
export const keysOf = (name: ShortcutName): readonly string[] => shortcuts[name].keys;

type Handlers = Partial<Record<ShortcutName, (event: KeyboardEvent) => void>>;

/** Does for a pressed key what its shortcut stands for. */
export const shortcutHandler = (handlers: Handlers) =>
  getHotkeyHandler(
    Object.entries(handlers).flatMap(([name, handler]) =>
      keysOf(name as ShortcutName).map((keys): [string, typeof handler] => [keys, handler]),
    ),
  );

const pressedTypes = ['button', 'checkbox', 'radio', 'reset', 'submit'];

const isTyping = (target: HTMLElement): boolean =>
  target.isContentEditable ||
  target.matches('textarea, select') ||
  (target instanceof HTMLInputElement && !pressedTypes.includes(target.type));

const isInsideLayer = (target: HTMLElement): boolean =>
  target.closest('[role="dialog"], [role="menu"], [role="listbox"]') !== null;

/** Binds shortcuts as long as the component is there. They rest while somebody types, or a dialog is open. */
export const useShortcuts = (handlers: Handlers): void => {
  const handle = useEffectEvent((event: KeyboardEvent) => {
    const { target } = event;
    if (event.defaultPrevented) return;
    if (target instanceof HTMLElement && (isTyping(target) || isInsideLayer(target))) return;
    shortcutHandler(handlers)(event);
  });
  useEffect(() => {
    const listen = (event: KeyboardEvent) => handle(event);
    window.addEventListener('keydown', listen);
    return () => window.removeEventListener('keydown', listen);
  }, []);
};
