import type { FieldError } from '#shared/api.ts';
import { isArrayOf, isNumber, isObject, isShape, isString } from '#shared/guards.ts';
import type { AnyRecord } from '#shared/resource-kit/define-resource.ts';
import { texts } from '#shared/texts.ts';
import { FileUnavailableError, isUnreachableStatus, NetworkError } from '../platform/platform.ts';
import { hideToast, showError, showErrorWithRetry } from '../ui/toasts.tsx';

export class ApiError extends Error {
  override name = 'ApiError';
  readonly response: { status: number; data: unknown };

  constructor(response: { status: number; data: unknown }) {
    super(`The server returned an error (${response.status})`);
    this.response = response;
  }
}

const getMessage = (value: unknown): string | undefined =>
  isObject(value) && isString(value.message) && value.message !== '' ? value.message : undefined;

const getResponseData = (error: unknown): unknown =>
  isObject(error) && isObject(error.response) ? error.response.data : undefined;

const hasFieldErrors = isShape<{ errors: FieldError[] }>({
  errors: isArrayOf(isShape<FieldError>({ field: isString, message: isString })),
});

/** HTTP status of the error response; undefined if there was no response. */
export const getErrorStatus = (error: unknown): number | undefined =>
  error instanceof ApiError ? error.response.status : undefined;

/** Section 8 of the specification: the first available error message. */
export const getErrorMessage = (error: unknown): string =>
  getMessage(getResponseData(error)) ??
  getMessage(error) ??
  ((typeof error === 'string' && error) || texts.error.unknown);

export const getFieldErrors = (error: unknown): FieldError[] => {
  const data = getResponseData(error);
  return error instanceof ApiError && hasFieldErrors(data) ? data.errors : [];
};

const hasVersion = (value: unknown): value is AnyRecord =>
  isObject(value) && isString(value._id) && isNumber(value.version);

/** The current record in the response to a save that was based on an older version. */
export const getConflictingRecord = (error: unknown): AnyRecord | null => {
  const data = getResponseData(error);
  if (getErrorStatus(error) !== 409 || !isObject(data)) return null;
  return hasVersion(data.data) ? data.data : null;
};

/** Whether the server accepts this request once the user has entered the password. */
export const needsPassword = (body: unknown): boolean => isObject(body) && body.needsPassword === true;

/** Whether the user must set up two-factor login before anything else. */
export const needsTwoFactor = (body: unknown): boolean => isObject(body) && body.needsTwoFactor === true;

const isAbortError = (error: unknown): boolean => error instanceof DOMException && error.name === 'AbortError';

export const isServerUnreachable = (error: unknown): boolean => {
  if (error instanceof FileUnavailableError) return false;
  return error instanceof NetworkError || isUnreachableStatus(getErrorStatus(error));
};

// The request behind each error, and the toast of each failed request.
const causes = new WeakMap<object, string>();
const toasts = new Map<string, string>();

/**
 * Runs a request and hides the toast of its last failure on success.
 * `cause` identifies the request: identical requests for the same record share one.
 */
export const trackCause = async <Result>(cause: string, run: () => Promise<Result>): Promise<Result> => {
  try {
    const result = await run();
    hideErrorToast(cause);
    return result;
  } catch (error) {
    if (error instanceof Error) causes.set(error, cause);
    throw error;
  }
};

const hideErrorToast = (cause: string): void => {
  const toast = toasts.get(cause);
  if (toast !== undefined) hideToast(toast);
  toasts.delete(cause);
};

/**
 * The only error handler: logs the status and shows a toast. If the server is unreachable, the toast stays
 * and offers `onRetry`, which must be idempotent.
 */
export const reportError = (error: unknown, onRetry?: () => void): void => {
  if (isAbortError(error)) return;
  console.error('A request failed', { status: getErrorStatus(error) ?? 'no response' });
  // The sign-in screen explains the expired session, and the setup of two-factor login why it is needed.
  if (getErrorStatus(error) === 401) return;
  if (error instanceof ApiError && needsTwoFactor(error.response.data)) return;
  const message = getErrorMessage(error);
  const cause = error instanceof Error ? causes.get(error) : undefined;
  if (cause !== undefined) hideErrorToast(cause);
  const toast = onRetry && isServerUnreachable(error) ? showErrorWithRetry(message, onRetry) : showError(message);
  if (cause !== undefined) toasts.set(cause, toast);
};
