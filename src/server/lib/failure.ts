import type { z } from 'zod';
import type { FieldError } from '#shared/api.ts';
import { formatCount, joinSentences } from '#shared/resource/words.ts';

/** What can be wrong with a request. Operations say which; the HTTP status follows in one place. */
export type FailureKind =
  | 'invalid'
  | 'unauthenticated'
  | 'forbidden'
  | 'notFound'
  | 'conflict'
  | 'tooLarge'
  | 'unsupported'
  | 'unprocessable'
  | 'tooMany';

/** A failure that is told to the person who asked: its message is written for them. */
export class Failure extends Error {
  override name = 'Failure';
  readonly kind: FailureKind;
  readonly errors: FieldError[] | undefined;
  readonly data: unknown;
  readonly retryAfterSeconds: number | undefined;

  constructor({
    kind,
    message,
    errors,
    data,
    retryAfterSeconds,
  }: {
    kind: FailureKind;
    message: string;
    errors?: FieldError[];
    data?: unknown;
    retryAfterSeconds?: number;
  }) {
    super(message);
    this.kind = kind;
    this.errors = errors;
    this.data = data;
    this.retryAfterSeconds = retryAfterSeconds;
  }
}

const shownInMessage = 3;

/** Bad input, field by field. The message names the first few, for clients that show no more. */
export const invalid = (errors: FieldError[]): Failure => {
  const shown = errors.slice(0, shownInMessage).map((error) => error.message);
  const rest = errors.length - shown.length;
  return new Failure({
    kind: 'invalid',
    message: joinSentences([...shown, rest > 0 ? `And ${formatCount(rest, 'more error')}` : '']),
    errors,
  });
};

const fieldOf = (path: PropertyKey[]) => path.map(String).join('.');

/** What zod found, as bad input by field. An unknown field is an error at that field. */
export const invalidIssues = ({ issues }: z.ZodError): Failure =>
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

/** The server cannot start: `message` is for people, `path` is the file, folder or address it is about. */
export class StartFailure extends Error {
  override name = 'StartFailure';
  readonly path: string;

  constructor({ message, path, cause }: { message: string; path: string; cause?: unknown }) {
    super(message, { cause });
    this.path = path;
  }
}
