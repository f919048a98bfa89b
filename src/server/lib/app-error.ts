import type { z } from 'zod';
import type { FieldError } from '#shared/api.ts';
import { formatCount, joinSentences } from '#shared/resource/labels.ts';

/** Kinds of request failures, each mapped to an HTTP status by the error handler. */
export type AppErrorCode =
  | 'invalid'
  | 'unauthenticated'
  | 'forbidden'
  | 'notFound'
  | 'conflict'
  | 'tooLarge'
  | 'unsupported'
  | 'unprocessable'
  | 'tooMany';

type Failure = {
  kind: AppErrorCode;
  message: string;
  errors?: FieldError[];
  data?: unknown;
  retryAfterSeconds?: number;
};

/** An error whose message is shown to the user. */
export class AppError extends Error {
  override name = 'AppError';
  readonly kind: AppErrorCode;
  readonly errors: FieldError[] | undefined;
  readonly data: unknown;
  readonly retryAfterSeconds: number | undefined;

  constructor({ kind, message, errors, data, retryAfterSeconds }: Failure) {
    super(message);
    this.kind = kind;
    this.errors = errors;
    this.data = data;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

const shownInMessage = 3;

/** Creates an error for invalid fields. The message lists the first few, for clients that show only the message. */
export const invalid = (errors: FieldError[]): AppError => {
  const shown = errors.slice(0, shownInMessage).map((error) => error.message);
  const rest = errors.length - shown.length;
  return new AppError({
    kind: 'invalid',
    message: joinSentences([...shown, rest > 0 ? `And ${formatCount(rest, 'more error')}` : '']),
    errors,
  });
};

const fieldOf = (path: PropertyKey[]) => path.map(String).join('.');

/** Converts zod issues to field errors. An unknown field is an error of that field. */
export const fromZodError = ({ issues }: z.ZodError): AppError =>
  invalid(
    issues.flatMap((issue) =>
      issue.code === 'unrecognized_keys'
        ? issue.keys.map((key) => ({
            field: fieldOf([...issue.path, key]),
            message: `Unknown field: ${key.slice(0, 100)}`,
          }))
        : [{ field: fieldOf(issue.path), message: issue.message }],
    ),
  );

/** Thrown if the server can't start. `path` is the file, folder, address or variable that the message is about. */
export class StartupError extends Error {
  override name = 'StartFailure';
  readonly path: string;

  constructor({ message, path, cause }: { message: string; path: string; cause?: unknown }) {
    super(message, { cause });
    this.path = path;
  }
}
