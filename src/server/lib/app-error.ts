import type { z } from 'zod';
import type { FieldError } from '#shared/api.ts';
import { formatCount, joinSentences } from '#shared/resource-kit/labels.ts';

/** Kinds of request failures, each mapped to an HTTP status by the error handler. */
export type AppErrorCode =
  | 'invalid'
  | 'unauthenticated'
  | 'forbidden'
  | 'notFound'
  | 'conflict'
  | 'gone'
  | 'tooLarge'
  | 'unsupported'
  | 'unprocessable'
  | 'tooMany'
  | 'busy';

type Details = {
  errors?: FieldError[] | undefined;
  data?: unknown;
  retryAfterSeconds?: number;
  /** Additional fields of the response. */
  extra?: Record<string, unknown>;
};

/** An error whose message is shown to the user. */
export class AppError extends Error {
  override name = 'AppError';
  readonly code: AppErrorCode;
  readonly errors: FieldError[] | undefined;
  readonly data: unknown;
  readonly retryAfterSeconds: number | undefined;
  readonly extra: Record<string, unknown> | undefined;

  constructor(code: AppErrorCode, message: string, { errors, data, retryAfterSeconds, extra }: Details = {}) {
    super(message);
    this.code = code;
    this.errors = errors;
    this.data = data;
    this.retryAfterSeconds = retryAfterSeconds;
    this.extra = extra;
  }
}

/**
 * Thrown if the user has to enter the current password before this request. Not an `AppError`, because it concerns the
 * whole request: writes of many records collect the errors of single ones.
 */
export class PasswordNeededError extends Error {
  override name = 'PasswordNeededError';
}

const maxShownErrors = 3;

/** Creates an error for invalid fields. The message lists the first few, for clients that show only the message. */
export const validationError = (errors: FieldError[]): AppError => {
  const shown = errors.slice(0, maxShownErrors).map((error) => error.message);
  const rest = errors.length - shown.length;
  return new AppError('invalid', joinSentences([...shown, rest > 0 ? `And ${formatCount(rest, 'more error')}` : '']), {
    errors,
  });
};

const formatPath = (path: PropertyKey[]) => path.map(String).join('.');

/** Converts zod issues to field errors. An unknown field is an error of that field. */
export const fromZodError = ({ issues }: z.ZodError): AppError =>
  validationError(
    issues.flatMap((issue) =>
      issue.code === 'unrecognized_keys'
        ? issue.keys.map((key) => ({
            field: formatPath([...issue.path, key]),
            message: `Unknown field: ${key.slice(0, 100)}`,
          }))
        : [{ field: formatPath(issue.path), message: issue.message }],
    ),
  );

/** Parses values. Throws an error that names the invalid fields. */
export const parseInput = <Output>(schema: z.ZodType<Output>, values: unknown): Output => {
  const parsed = schema.safeParse(values);
  if (!parsed.success) throw fromZodError(parsed.error);
  return parsed.data;
};

/** Thrown if a request to the remote storage of files failed. */
export class FilesUnavailableError extends Error {
  override name = 'FilesUnavailableError';

  constructor(cause: unknown) {
    super("Can't reach the storage of files", { cause });
  }
}

/** Thrown if the server can't start. `path` is the file, folder, address or variable that the message is about. */
export class StartupError extends Error {
  override name = 'StartupError';
  readonly path: string;

  constructor(message: string, path: string, options?: ErrorOptions) {
    super(message, options);
    this.path = path;
  }
}
