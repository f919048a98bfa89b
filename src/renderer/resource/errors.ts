import { z } from 'zod';
import { type FieldError, fieldErrorSchema } from '#shared/api.ts';
import { texts } from '#shared/texts.ts';
import { FileUnavailableError, isUnreachableStatus, NetworkError } from '../platform/platform.ts';
import { hideToast, showError, showErrorWithRetry } from '../ui/toasts.tsx';

export class ApiError extends Error {
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

/** HTTP status of the error response; undefined if there was no response. */
export const statusOf = (error: unknown): number | undefined =>
  error instanceof ApiError ? error.response.status : undefined;

/** Section 8 of the specification: the first available error message. */
export const messageOf = (error: unknown): string => {
  const fromResponse = hasResponseMessage.safeParse(error);
  if (fromResponse.success) return fromResponse.data.response.data.message;
  const own = hasMessage.safeParse(error);
  if (own.success) return own.data.message;
  return typeof error === 'string' && error !== '' ? error : texts.error.unknown;
};

export const getFieldErrors = (error: unknown): FieldError[] => {
  if (!(error instanceof ApiError)) return [];
  const parsed = hasFieldErrors.safeParse(error.response.data);
  return parsed.success ? parsed.data.errors : [];
};

const isOwnDoing = (error: unknown): boolean => error instanceof DOMException && error.name === 'AbortError';

export const isServerUnreachable = (error: unknown): boolean => {
  if (error instanceof FileUnavailableError) return false;
  return error instanceof NetworkError || isUnreachableStatus(statusOf(error));
};

// The request behind each error, and the toast of each failed request.
const causes = new WeakMap<object, string>();
const toasts = new Map<string, string>();

/**
 * Runs a request and hides the toast of its last failure on success.
 * `cause` identifies the request: identical requests for the same record share one.
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
 * The only error handler: logs the status and shows a toast. If the server is unreachable, the toast stays
 * and offers `again`, which has to be idempotent.
 */
export const reportError = (error: unknown, again?: () => void): void => {
  if (isOwnDoing(error)) return;
  console.error('A request failed', { status: statusOf(error) ?? 'no answer' });
  // The sign-in screen explains the expired session.
  if (statusOf(error) === 401) return;
  const message = messageOf(error);
  const cause = error instanceof Error ? causes.get(error) : undefined;
  if (cause !== undefined) hideErrorOf(cause);
  const toast = again && isServerUnreachable(error) ? showErrorWithRetry(message, again) : showError(message);
  if (cause !== undefined) toasts.set(cause, toast);
};
