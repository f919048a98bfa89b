import type { KeyboardEvent } from 'react';
import { shortcutHandler } from '../../ui/shortcuts.ts';

/** Saves a form by the shortcut, wherever in it somebody types. */
export const saveByKey = (event: KeyboardEvent<HTMLFormElement>): void => {
  const form = event.currentTarget;
  shortcutHandler({ save: () => form.requestSubmit() })(event);
};
