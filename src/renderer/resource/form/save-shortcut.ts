import type { KeyboardEvent } from 'react';
import { createShortcutHandler } from '../../ui/shortcuts.ts';

export const handleSaveShortcut = (event: KeyboardEvent<HTMLFormElement>): void => {
  const form = event.currentTarget;
  createShortcutHandler({ save: () => form.requestSubmit() })(event);
};
