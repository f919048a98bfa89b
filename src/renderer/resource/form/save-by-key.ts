import type { KeyboardEvent } from 'react';
import { shortcutHandler } from '../../ui/shortcuts.ts';

export const saveByKey = (event: KeyboardEvent<HTMLFormElement>): void => {
  const form = event.currentTarget;
  shortcutHandler({ save: () => form.requestSubmit() })(event);
};
