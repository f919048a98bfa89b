import { platform } from '../platform/index.ts';
import { showFailure } from '../ui/toasts.tsx';

const known = new Set<string>();

/** Hands an error to the log of the app: once for each place that it comes from. Gives whether it was a new one. */
export const logFault = (error: unknown): boolean => {
  const { name, message, stack = '' } = error instanceof Error ? error : new Error();
  if (known.has(`${name} ${stack}`)) return false;
  known.add(`${name} ${stack}`);
  platform.logFault({ name, message, stack });
  return true;
};

const tell = (error: unknown): void => {
  const isOwnDoing = error instanceof DOMException && error.name === 'AbortError';
  if (isOwnDoing || !logFault(error)) return;
  showFailure('Something went wrong on this page. If it stops responding, reload it.');
};

/** Says what nobody caught in this page, and has it logged: it would only stand in a console that nobody opens. */
export const watchFaults = (): void => {
  window.addEventListener('error', ({ error }) => {
    // What has no error is a remark of Chromium, such as on a layout that it did in two steps.
    if (error) tell(error);
  });
  window.addEventListener('unhandledrejection', ({ reason }) => tell(reason));
};
