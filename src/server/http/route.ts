import type { IncomingMessage, ServerResponse } from 'node:http';
import type {
  FastifyBaseLogger,
  FastifyContextConfig,
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
  RawServerDefault,
  RouteOptions,
} from 'fastify';
import type { ZodTypeProvider } from 'fastify-type-provider-zod';
import { z } from 'zod';
import { errorResponseSchema, type FieldError, messageResponseSchema } from '#shared/api.ts';
import type { AuditEvent } from '#shared/audit.ts';
import type { Action } from '#shared/permissions.ts';
import type { ActiveSession } from '../auth/sessions.ts';

/**
 * Access to a route: for everyone, for signed-in users, or for roles with a permission. `anySession` includes users who
 * must set up two-factor login before anything else. `isConfirmed`: only if the user has just entered the password, so
 * that an old or stolen session can't take over an account.
 */
export type Access =
  | 'public'
  | 'anySession'
  | 'signedIn'
  | (({ session: 'anySession' | 'signedIn' } | { resource: string; action: Action }) & {
      isConfirmed?: true;
    });

declare module 'fastify' {
  // biome-ignore lint/style/useConsistentTypeDefinitions: only an interface can be merged with Fastify's own
  interface FastifyContextConfig {
    access?: Access;
    /** The response must not be stored for repeated requests, because it contains secrets. */
    isSecret?: boolean;
    /** It can end a user's access, so it works on a full disk, too. */
    endsAccess?: boolean;
    /** Recorded in the audit log for each request of a signed-in user. */
    event?: AuditEvent;
    /** Load balancers may call it under any host name and as often as they like, and it isn't logged. */
    isHealthCheck?: boolean;
  }
}

/** The server. The zod schemas of a route give its requests their types. */
export type App = FastifyInstance<
  RawServerDefault,
  IncomingMessage,
  ServerResponse,
  FastifyBaseLogger,
  ZodTypeProvider
>;

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

/** The fields of a response that a handler returns. */
type Fields<Response> = Response extends { success: boolean } ? Omit<Response, 'success'> : Response;

type Result<Response> = Response extends z.ZodType ? Fields<z.input<Response>> : never;

export type RouteDescription<
  Rule extends Access,
  Params extends z.ZodType,
  Query extends z.ZodType,
  Body extends z.ZodType,
  Response extends z.ZodType | FileResponse,
> = Pick<FastifyContextConfig, 'isSecret' | 'endsAccess' | 'event' | 'isHealthCheck'> & {
  summary: string;
  /** Group in the API description: by default, the first part of the path. */
  tag?: string;
  /** Method and path, such as `GET /v1/home`. */
  url: string;
  /** Only users with a session by default. */
  access?: Rule;
  params?: Params;
  query?: Query;
  body?: Body;
  /** A multipart form instead of a body. */
  form?: z.ZodType;
  headers?: z.ZodType;
  bodyLimit?: number;
  exposeHeadRoute?: false;
  /** Only a message by default. */
  response?: Response;
  /** Failures in addition to those that every route has. */
  errors?: ErrorStatus[];
  /** Further responses by status, or failures with additional fields. */
  otherResponses?: Record<string, z.ZodType | FileResponse>;
  /** Returns the fields of the response besides `success`, or the reply if it has sent something else. */
  handle: (
    request: FastifyRequest<{ Params: z.output<Params>; Querystring: z.output<Query>; Body: z.output<Body> }>,
    active: Rule extends 'public' ? null : ActiveSession,
    reply: FastifyReply,
  ) => Promise<Result<Response> | FastifyReply | undefined>;
};

/** Adds a route: its access, its description for OpenAPI, the schemas that validate its requests, and its handler. */
export const addRoute = <
  const Rule extends Access = 'signedIn',
  Response extends z.ZodType | FileResponse = typeof messageResponseSchema,
  Params extends z.ZodType = z.ZodType,
  Query extends z.ZodType = z.ZodType,
  Body extends z.ZodType = z.ZodType,
>(
  app: App,
  description: RouteDescription<Rule, Params, Query, Body, Response>,
): void => {
  const { url, access = 'signedIn', form, handle, ...options } = description;
  const { response = messageResponseSchema, errors = [], otherResponses } = options;
  const { isSecret, endsAccess, event, isHealthCheck, bodyLimit, exposeHeadRoute } = options;
  const [method = '', path = ''] = url.split(' ');
  const [group = ''] = path.replace('/v1', '').split('/').slice(1);
  const { tag = group === 'user' ? 'account' : group, summary, params, query, body = form, headers } = options;
  (app as FastifyInstance).route({
    method,
    url: path,
    bodyLimit,
    exposeHeadRoute,
    config: { access, isSecret, endsAccess, event, isHealthCheck, ...(isHealthCheck && { rateLimit: false }) },
    schema: {
      tags: [tag],
      summary,
      ...(form && { consumes: ['multipart/form-data'] }),
      ...(params && { params }),
      ...(query && { querystring: query }),
      ...(body && { body }),
      ...(headers && { headers }),
      response: { 200: response, ...errorResponses(...errors), ...otherResponses },
    },
    handler: async (request, reply) => {
      type Arguments = Parameters<typeof handle>;
      // A reply that is awaited becomes undefined.
      const result = await handle(request as Arguments[0], request.active as Arguments[1], reply);
      return result && { success: true, ...(result as object) };
    },
  } as RouteOptions);
};

export type Route = Pick<RouteOptions, 'method' | 'config'>;

export const isPublic = ({ config }: Route) => config?.access === 'public';

/** Every POST and PATCH that needs a session, unless it is about secrets. */
export const supportsIdempotencyKey = (route: Route): boolean =>
  !isPublic(route) &&
  !route.config?.isSecret &&
  [route.method].flat().some((method) => ['POST', 'PATCH'].includes(method));
