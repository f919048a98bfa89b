import * as z from 'zod/mini';
import type { FieldError } from '#shared/api.ts';
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

const messageSchema = z.object({ message: z.string().check(z.minLength(1)) });

const getMessage = (value: unknown): string | undefined => messageSchema.safeParse(value).data?.message;

const getResponseData = (error: unknown): unknown => (error instanceof ApiError ? error.response.data : undefined);

const fieldErrorsSchema = z.object({ errors: z.array(z.looseObject({ field: z.string(), message: z.string() })) });

/** HTTP status of the error response; undefined if there was no response. */
export const getErrorStatus = (error: unknown): number | undefined =>
  error instanceof ApiError ? error.response.status : undefined;

/** Message of the server's response; undefined if there is none, as in that of a gateway. */
const getServerMessage = (error: unknown): string | undefined => getMessage(getResponseData(error));

/** Section 8 of the specification: the first available error message. */
export const getErrorMessage = (error: unknown): string =>
  getServerMessage(error) ?? getMessage(error) ?? ((typeof error === 'string' && error) || texts.error.unknown);

export const getFieldErrors = (error: unknown): FieldError[] =>
  fieldErrorsSchema.safeParse(getResponseData(error)).data?.errors ?? [];

/** A record in a response; times are left to the server. */
export const recordSchema = z.custom<AnyRecord>(
  (value) => z.object({ _id: z.string(), version: z.number() }).safeParse(value).success,
);

const conflictSchema = z.object({ data: recordSchema });

/** The current record in the response to a save that was based on an older version. */
export const getConflictingRecord = (error: unknown): AnyRecord | null => {
  if (getErrorStatus(error) !== 409) return null;
  return conflictSchema.safeParse(getResponseData(error)).data?.data ?? null;
};

/** Whether the server accepts this request once the user has entered the password. */
export const needsPassword = (body: unknown): boolean =>
  z.object({ needsPassword: z.literal(true) }).safeParse(body).success;

/** Whether the user must set up two-factor login before anything else. */
export const needsTwoFactor = (body: unknown): boolean =>
  z.object({ needsTwoFactor: z.literal(true) }).safeParse(body).success;

export const isServerUnreachable = (error: unknown): boolean => {
  if (error instanceof FileUnavailableError) return false;
  return error instanceof NetworkError || isUnreachableStatus(getErrorStatus(error));
};

/**
 * Why a save failed. `unanswered`: the server may have saved it. `later`: it will accept the same request.
 * `signedOut`: it accepts nothing before the user has logged in. `conflict`: someone else has changed the record.
 */
type FailureKind = 'unanswered' | 'later' | 'signedOut' | 'conflict' | 'rejected';

const retriedStatuses = [408, 425, 429];

/** Whether the connection failed, or a gateway answered in the server's place. */
const isReplacedByGateway = (error: unknown): boolean => {
  if (error instanceof FileUnavailableError) return false;
  if (error instanceof NetworkError) return true;
  return isUnreachableStatus(getErrorStatus(error)) && getServerMessage(error) === undefined;
};

export const classifyFailure = (error: unknown): FailureKind => {
  const status = getErrorStatus(error);
  const isTwoFactorMissing = needsTwoFactor(getResponseData(error));
  if (status === 401 || isTwoFactorMissing) return 'signedOut';
  if (isReplacedByGateway(error)) return 'unanswered';
  if (isServerUnreachable(error) || (status && retriedStatuses.includes(status))) return 'later';
  return getConflictingRecord(error) ? 'conflict' : 'rejected';
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
  if (error instanceof DOMException && error.name === 'AbortError') return;
  console.error('A request failed', { status: getErrorStatus(error) ?? 'no response' });
  // The sign-in screen explains the expired session, and the setup of two-factor login why it is needed.
  if (getErrorStatus(error) === 401) return;
  if (needsTwoFactor(getResponseData(error))) return;
  const message = getErrorMessage(error);
  const cause = error instanceof Error ? causes.get(error) : undefined;
  if (cause !== undefined) hideErrorToast(cause);
  const toast = onRetry && isServerUnreachable(error) ? showErrorWithRetry(message, onRetry) : showError(message);
  if (cause !== undefined) toasts.set(cause, toast);
};

/** Runs work and returns whether it succeeded; otherwise the error is shown. */
export const attempt = async (work: () => Promise<unknown>, onRetry?: () => void): Promise<boolean> => {
  try {
    await work();
    return true;
  } catch (error) {
    reportError(error, onRetry);
    return false;
  }
};
