import { z } from 'zod';
import { errorResponseSchema, type FieldError } from '#shared/api.ts';

type ErrorDescription = { description: string; message: string; errors?: readonly FieldError[] };

const errorDescriptions = {
  400: {
    description: 'Invalid request; `errors` lists the invalid fields',
    message: 'Name is required',
    errors: [{ field: 'name', message: 'Name is required' }],
  },
  401: { description: 'Not logged in, or the session has expired', message: 'Log in to continue' },
  403: {
    description: 'The user lacks permission',
    message: 'You don’t have permission to do this',
  },
  404: { description: 'Not found', message: 'Country not found. It may have been deleted.' },
  409: {
    description: 'Conflict. If the sent `version` is outdated, `data` holds the current record',
    message: '“India” can’t be deleted because it’s used by 2 regions and 1 user',
  },
  413: { description: 'Request too large', message: 'The request is too large' },
  415: {
    description: 'Unsupported content type',
    message: 'Send JSON (content-type application/json)',
  },
  416: { description: 'Range not satisfiable', message: 'The request isn’t valid' },
  422: {
    description: 'The `Idempotency-Key` was used for a different request, or the spreadsheet has errors (see `report`)',
    message: 'This Idempotency-Key was already used for a different request. Use a new key for each request.',
  },
  429: {
    description: 'Too many requests; `Retry-After` gives the seconds to wait',
    message: 'Too many requests. Wait a moment, then try again.',
  },
  503: {
    description: 'The database is unavailable; `Retry-After` gives the seconds to wait',
    message: 'The server can’t reach its database. Try again in a moment.',
  },
  507: {
    description: 'The server’s disk is full; nothing was saved',
    message: 'The server’s disk is full. Nothing was saved.',
  },
  '5xx': {
    description: 'Server error; nothing was saved',
    message: 'Something went wrong on the server. Try again.',
  },
} as const satisfies Record<string, ErrorDescription>;

export type ErrorStatus = keyof typeof errorDescriptions;

/** Describes one error response; `schema` and `example` extend it for a single route. */
export const errorResponse = (
  status: ErrorStatus,
  {
    schema = errorResponseSchema,
    example = {},
    description = errorDescriptions[status].description,
  }: { schema?: z.ZodType; example?: object; description?: string } = {},
): z.ZodType => {
  const { description: _description, ...common } = errorDescriptions[status];
  return schema.meta({ description, example: { success: false, ...common, ...example } });
};

/** The standard responses, built once and not for every route. */
const standardResponses = new Map<ErrorStatus, z.ZodType>();

const standardResponse = (status: ErrorStatus): z.ZodType => {
  const response = standardResponses.get(status) ?? errorResponse(status);
  standardResponses.set(status, response);
  return response;
};

export const errorResponses = (...statuses: ErrorStatus[]): Record<string, z.ZodType> =>
  Object.fromEntries(statuses.map((status) => [status, standardResponse(status)]));

export type FileResponse = {
  description: string;
  content: Record<string, { schema: z.ZodType }>;
};

const binarySchema = z.string().meta({ format: 'binary' });

export const fileResponse = (description: string, types: readonly string[]): FileResponse => ({
  description,
  content: Object.fromEntries(types.map((type) => [type, { schema: binarySchema }])),
});
