import type { z } from 'zod';
import { errorResponseSchema, type FieldError } from '#shared/api.ts';

type DescribedFailure = { description: string; message: string; errors?: readonly FieldError[] };

const failures = {
  400: {
    description: 'Something in the request is wrong; `errors` says at which field',
    message: 'Name is required',
    errors: [{ field: 'name', message: 'Name is required' }],
  },
  401: { description: 'There is no session, or it has ended', message: 'Sign in first' },
  403: {
    description: 'Whoever asks may not',
    message: 'Your role does not allow this',
  },
  404: { description: 'It is not there', message: 'Country not found. It may have been deleted' },
  409: {
    description:
      'It contradicts what is there. For a version that is out of date, `data` is the current record',
    message: 'Country "India" cannot be deleted: it is used by 2 regions and 1 user',
  },
  413: { description: 'The request is too large', message: 'The request is too large' },
  415: {
    description: 'The content is of a type that is not taken',
    message: 'The server takes only JSON (content-type application/json)',
  },
  416: { description: 'The file has no such part', message: 'The request cannot be understood' },
  422: {
    description:
      'What was sent cannot be done as it is: the `Idempotency-Key` was used for another request, or rows of a spreadsheet are wrong, of which `report` says which',
    message: 'This Idempotency-Key was used for another request. Use a new key for each request',
  },
  429: {
    description: 'Too many requests; the header `Retry-After` says how many seconds to wait',
    message: 'Too many requests. Wait a moment and try again',
  },
  503: {
    description: 'The database is away; the header `Retry-After` says how many seconds to wait',
    message: 'The server cannot reach its database at this moment. Try again in a while',
  },
  '5xx': {
    description: 'The server failed, and nothing was saved',
    message: 'Something went wrong on the server. Try again',
  },
} as const satisfies Record<string, DescribedFailure>;

export type FailureStatus = keyof typeof failures;

/** The description of one failure; a route whose failures hold more says what. */
export const describedFailure = (
  status: FailureStatus,
  { schema = errorResponseSchema, example = {} }: { schema?: z.ZodType; example?: object } = {},
): z.ZodType => {
  const { description, ...common } = failures[status];
  return schema.meta({ description, example: { success: false, ...common, ...example } });
};

/** The description of failures, as a part of a route's responses. */
export const failuresOf = (...statuses: FailureStatus[]): Record<string, z.ZodType> =>
  Object.fromEntries(statuses.map((status) => [status, describedFailure(status)]));
