import { z } from 'zod';
import { type FieldError, fieldErrorSchema } from '#shared/api.ts';
import { texts } from '#shared/texts.ts';
import { FileGone, isUnreachableStatus, SendFailure } from '../platform/platform.ts';
import { hideToast, showFailure, showRetryable } from '../ui/toasts.tsx';

/** The server answered, and the answer was a refusal. */
export class RequestFailure extends Error {
  override name = 'RequestFailure';
  readonly response: { status: number; data: unknown };

  constructor(response: { status: number; data: unknown }) {
    super(`The server returned an error (${response.status})`);
    this.response = response;
  }
}

const hasMessage = z.object({ message: z.string().min(1) });
const hasResponseMessage = z.object({ response: z.object({ data: hasMessage }) });
const hasFieldErrors = z.object({ errors: z.array(fieldErrorSchema) });

/** The status that the server answered with; undefined where there was no answer. */
export const statusOf = (error: unknown): number | undefined =>
  error instanceof RequestFailure ? error.response.status : undefined;

/** Section 8 of the specification: the first text that says what went wrong. */
export const messageOf = (error: unknown): string => {
  const fromResponse = hasResponseMessage.safeParse(error);
  if (fromResponse.success) return fromResponse.data.response.data.message;
  const own = hasMessage.safeParse(error);
  if (own.success) return own.data.message;
  return typeof error === 'string' && error !== '' ? error : texts.error.unknown;
};

/** What the server says about single fields. */
export const fieldErrorsOf = (error: unknown): FieldError[] => {
  if (!(error instanceof RequestFailure)) return [];
  const parsed = hasFieldErrors.safeParse(error.response.data);
  return parsed.success ? parsed.data.errors : [];
};

const isOwnDoing = (error: unknown): boolean => error instanceof DOMException && error.name === 'AbortError';

/** Whether the request failed because the server could not be reached, so that it can be repeated. */
export const isServerUnreachable = (error: unknown): boolean => {
  if (error instanceof FileGone) return false;
  return error instanceof SendFailure || isUnreachableStatus(statusOf(error));
};

/** The request that each error comes from, and the toast shown for each failed request. */
const causes = new WeakMap<object, string>();
const toasts = new Map<string, string>();

/**
 * Runs a request and hides the toast of its last failure once it succeeds. `cause` identifies the request: requests that
 * ask the same of the same record share one.
 */
export const trackCause = async <Result>(cause: string, work: () => Promise<Result>): Promise<Result> => {
  try {
    const result = await work();
    hideErrorOf(cause);
    return result;
  } catch (error) {
    if (error instanceof Error) causes.set(error, cause);
    throw error;
  }
};

const hideErrorOf = (cause: string): void => {
  const toast = toasts.get(cause);
  if (toast !== undefined) hideToast(toast);
  toasts.delete(cause);
};

/**
 * The one error handler: logs what kind of failure it was, and says it in a toast. Where the server could not be reached
 * the toast stays and offers to do it again: `again` is for what comes to the same when it is done twice.
 */
export const reportError = (error: unknown, again?: () => void): void => {
  if (isOwnDoing(error)) return;
  console.error('A request failed', { status: statusOf(error) ?? 'no answer' });
  // The sign-in screen that follows says why.
  if (statusOf(error) === 401) return;
  const message = messageOf(error);
  const cause = error instanceof Error ? causes.get(error) : undefined;
  if (cause !== undefined) hideErrorOf(cause);
  const toast = again && isServerUnreachable(error) ? showRetryable(message, again) : showFailure(message);
  if (cause !== undefined) toasts.set(cause, toast);
};
