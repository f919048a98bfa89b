import { z } from 'zod';
import { type FieldError, fieldErrorSchema } from '#shared/api.ts';
import { texts } from '#shared/texts.ts';
import { FileGone, SendFailure } from '../platform/platform.ts';
import { showFailure, showRetryable } from '../ui/toasts.tsx';

/** The server answered, and the answer was a refusal. */
export class RequestFailure extends Error {
  override name = 'RequestFailure';
  readonly response: { status: number; data: unknown };

  constructor(response: { status: number; data: unknown }) {
    super(`The server answered with status ${response.status}`);
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

/** Whether the server could not be reached: what was asked of it can be asked once more. */
const isAway = (error: unknown): boolean => {
  if (error instanceof FileGone) return false;
  const status = statusOf(error) ?? 0;
  return error instanceof SendFailure || (status >= 502 && status <= 504);
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
  if (again && isAway(error)) showRetryable(messageOf(error), again);
  else showFailure(messageOf(error));
};
