import { platform } from '../platform/index.ts';
import { showError } from '../ui/toasts.tsx';

const codeErrorName = 'CodeUnavailableError';
const missingCode = 'Can’t load this part of the app';

/** Vite reports most failed imports, but not one that the browser repeats from an earlier failure. */
const importFailure = /dynamically imported module|Importing a module script failed|Unable to preload CSS/;

export const isCodeError = (error: unknown): error is Error =>
  error instanceof Error && (error.name === codeErrorName || importFailure.test(error.message));

const loggedErrors = new Set<string>();

/** Logs an error once per stack and returns whether it was new. */
export const logUncaughtError = (error: unknown): boolean => {
  const { name, message, stack = '' } = error instanceof Error ? error : new Error();
  if (loggedErrors.has(`${name} ${stack}`)) return false;
  loggedErrors.add(`${name} ${stack}`);
  const report = {
    name: name.replace(/\W/g, '').slice(0, 100) || 'Error',
    message: message.slice(0, 1000),
    stack: stack.slice(0, 10_000),
  };
  // An error that can't be logged must not cause another one.
  platform.desktop?.logError(report).catch(() => undefined);
  return true;
};

const handleError = (error: unknown): void => {
  const isAbortError = error instanceof DOMException && error.name === 'AbortError';
  if (isCodeError(error)) showError(missingCode);
  if (isAbortError || isCodeError(error) || !logUncaughtError(error)) return;
  showError('Something went wrong on this page. If it stops responding, reload it.');
};

/** Shows and logs uncaught errors, which would otherwise only reach the console. */
export const reportUncaughtErrors = (): void => {
  // Code of the page that can't be loaded: usually the server, which has it, is unreachable.
  window.addEventListener('vite:preloadError', ({ payload }) => {
    Object.assign(payload, { name: codeErrorName, message: missingCode });
  });
  window.addEventListener('error', ({ error }) => {
    // Events without an error are Chromium warnings, such as the one about ResizeObserver loops.
    if (error) handleError(error);
  });
  window.addEventListener('unhandledrejection', ({ reason }) => handleError(reason));
};
