import { STATUS_CODES } from 'node:http';
import type { FastifyBaseLogger, FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import type { ErrorResponse } from '#shared/api.ts';
import { isDatabaseUnavailable, isDiskFull, isNotWritable } from '../../database/database-errors.ts';
import {
  AppError,
  type AppErrorCode,
  FilesUnavailableError,
  fromZodError,
  PasswordNeededError,
} from '../../lib/app-error.ts';
import { earlyErrorHeaders } from '../client-errors.ts';
import type { App } from '../route.ts';

const statusCodes: Record<AppErrorCode, number> = {
  invalid: 400,
  unauthenticated: 401,
  forbidden: 403,
  notFound: 404,
  conflict: 409,
  gone: 410,
  tooLarge: 413,
  unsupported: 415,
  unprocessable: 422,
  tooMany: 429,
  busy: 503,
};

const fastifyMessages: Record<string, string> = {
  FST_ERR_CTP_INVALID_MEDIA_TYPE: 'Send JSON (content-type application/json)',
  FST_ERR_CTP_BODY_TOO_LARGE: 'The request is too large',
  FST_ERR_CTP_EMPTY_JSON_BODY: 'The request is empty',
  FST_ERR_CTP_INVALID_JSON_BODY: 'The request isn’t valid JSON',
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: 'The request was incomplete. Try again.',
};

const retryAfterSeconds = 5;

type ErrorReply = { status: number; body: ErrorResponse; retryAfter?: number | undefined };

const fromAppError = (error: AppError): ErrorReply => ({
  status: statusCodes[error.code],
  retryAfter: error.retryAfterSeconds,
  body: {
    success: false,
    message: error.message,
    ...(error.errors && { errors: error.errors }),
    ...(error.data !== undefined && { data: error.data }),
    ...error.extra,
  },
});

const send = (reply: FastifyReply, { status, body, retryAfter }: ErrorReply): FastifyReply => {
  if (retryAfter !== undefined) reply.header('retry-after', retryAfter);
  // A route that fails before it sends a file may have set another content type.
  return reply.code(status).type('application/json; charset=utf-8').send(body);
};

const toReply = (status: number, message: string): ErrorReply => ({ status, body: { success: false, message } });

/** Sends an error of the API for websites as problem details (RFC 9457). */
export const sendProblem = (reply: FastifyReply, { status, body, retryAfter }: ErrorReply): FastifyReply => {
  if (retryAfter !== undefined) reply.header('retry-after', retryAfter);
  const { message: detail, errors } = body;
  const problem = {
    type: 'about:blank',
    title: STATUS_CODES[status] ?? 'Error',
    status,
    detail,
    ...(errors && { errors }),
  };
  return (
    reply
      .code(status)
      .header('cache-control', 'no-store')
      .header('content-type', 'application/problem+json')
      // For text, Fastify would add a charset, which the type doesn't have.
      .send(Buffer.from(JSON.stringify(problem)))
  );
};

/** Returns the response to a request that failed with an error, and logs unexpected ones. */
export const toErrorReply = (error: FastifyError, log: FastifyBaseLogger): ErrorReply => {
  if (error instanceof AppError) return fromAppError(error);
  if (error instanceof PasswordNeededError)
    return fromAppError(
      new AppError('forbidden', 'Enter your password to continue', { extra: { needsPassword: true } }),
    );
  // Fastify gives every error of a body that is still arriving the status 400.
  if (isDiskFull(error)) {
    log.error({ err: error }, 'the disk is full');
    return toReply(507, 'The server’s disk is full. Nothing was saved.');
  }
  if (isNotWritable(error)) {
    log.error({ err: error }, 'the server may not write its data');
    return toReply(
      500,
      'The server can’t write its data: it lacks permission, or its disk is read-only. Nothing was saved.',
    );
  }
  const status = error.statusCode ?? 500;
  if (status >= 400 && status < 500) return toReply(status, fastifyMessages[error.code] ?? 'The request isn’t valid');
  if (isDatabaseUnavailable(error)) {
    log.warn({ err: error }, 'the database is unavailable');
    const message = 'The server can’t reach its database. Try again in a moment.';
    return { ...toReply(503, message), retryAfter: retryAfterSeconds };
  }
  if (error instanceof FilesUnavailableError) {
    log.warn({ err: error }, 'the storage of files is unavailable');
    const message = 'The server can’t reach its files. Try again in a moment.';
    return { ...toReply(503, message), retryAfter: retryAfterSeconds };
  }
  log.error({ err: error }, 'request failed');
  return toReply(500, 'Something went wrong on the server. Try again.');
};

/** Responds to malformed URLs, which never reach a route. */
export const handleFrameworkError = (_error: FastifyError, request: FastifyRequest, reply: FastifyReply): void => {
  reply.headers(earlyErrorHeaders(request.raw.socket));
  const sendError = /^\/site(?:[/?]|$)/.test(request.raw.url ?? '') ? sendProblem : send;
  sendError(reply, toReply(400, 'The address isn’t valid'));
};

export const createValidator = (schema: z.ZodType) => (data: unknown) => {
  const parsed = schema.safeParse(data);
  return parsed.success ? { value: parsed.data } : { error: fromZodError(parsed.error) };
};

/** Adds error handling and validation for all routes; every error has the same shape. */
export const addErrors = (app: App): void => {
  app.setErrorHandler<FastifyError>((error, request, reply) => send(reply, toErrorReply(error, request.log)));
  app.setNotFoundHandler((_request, reply) => send(reply, toReply(404, 'Not found')));
  app.setValidatorCompiler<z.ZodType>(({ schema }) => createValidator(schema));
  // Responses aren't validated at runtime; the contract tests compare them with the schemas.
  app.setSerializerCompiler(() => (data) => JSON.stringify(data));
};
