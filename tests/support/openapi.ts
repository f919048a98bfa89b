import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { inject } from 'vitest';
import { errorResponseSchema } from '../../src/shared/api.ts';

type Media = { schema: object; example?: unknown };
type Content = { content?: Record<string, Media> };
type Parameter = { name: string; in: 'path' | 'query' | 'header'; schema: object; example?: unknown };

export type Operation = {
  method: string;
  /** With its parameters in braces. */
  path: string;
  summary?: string;
  tags?: string[];
  parameters?: Parameter[];
  requestBody?: Content;
  responses: Record<string, Content & { description: string }>;
};

export type OpenApiDocument = {
  paths: Record<string, Record<string, Omit<Operation, 'method' | 'path'>>>;
  tags: { name: string }[];
};

/** All operations of a description, each with its method and path. */
export const operationsIn = (description: OpenApiDocument): Operation[] =>
  Object.entries(description.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      ...operation,
      method: method.toUpperCase(),
      path,
    })),
  );

const ajv = new Ajv2020({ strict: false, validateFormats: false });
/** By JSON text, and by object, which is faster for the schemas of every response. */
const validators = new Map<string, ValidateFunction>();
const found = new WeakMap<object, ValidateFunction>();

const validatorOf = (schema: object): ValidateFunction => {
  const known = found.get(schema);
  if (known) return known;
  const key = JSON.stringify(schema);
  const validate = validators.get(key) ?? ajv.compile(schema);
  validators.set(key, validate);
  found.set(schema, validate);
  return validate;
};

/** Validates a value against a schema and returns the errors, or null. */
export const validateAgainstSchema = (schema: object, value: unknown): string | null => {
  const validate = validatorOf(schema);
  return validate(value) ? null : ajv.errorsText(validate.errors);
};

const withoutSlash = (path: string) => path.replace(/(.)\/$/, '$1');

const patternOf = (path: string) =>
  new RegExp(
    `^${withoutSlash(path)
      .replace(/[.*+?^$()|[\]\\]/g, '\\$&')
      .replace(/\{\w+\}/g, '[^/]+')}$`,
  );

const countParameters = ({ path }: Operation) => path.split('{').length;

let described: { operation: Operation; pattern: RegExp }[] | undefined;

const findOperation = (method: string, path: string): Operation | undefined => {
  described ??= operationsIn(inject('prepared').description)
    .sort((one, other) => countParameters(one) - countParameters(other))
    .map((operation) => ({ operation, pattern: patternOf(operation.path) }));
  const plain = withoutSlash(path.split('?')[0] ?? '');
  return described.find(({ operation, pattern }) => operation.method === method && pattern.test(plain))?.operation;
};

export type SeenAnswer = { method: string; path: string; status: number; type: string; body: unknown };

/** Allowed responses for unknown routes. */
const nowhere = { statuses: [400, 403, 404, 429], schema: errorResponseSchema };

const findMismatch = ({ method, path, status, type, body }: SeenAnswer): string | null => {
  const operation = findOperation(method, path);
  if (!operation) {
    return nowhere.statuses.includes(status) && nowhere.schema.safeParse(body).success
      ? null
      : 'there is no such route in the description';
  }
  const { content = {} } = operation.responses[status] ?? {};
  if (!operation.responses[status]) return 'the description does not know this status';
  const media = content[type] ?? content['*/*'];
  if (!media) return `the description does not know the type "${type}"`;
  return type === 'application/json' ? validateAgainstSchema(media.schema, body) : null;
};

/** Throws if a response contradicts the server's own OpenAPI description. */
export const expectMatchesOpenApi = (received: SeenAnswer): void => {
  if (received.path.startsWith('/docs')) return;
  const mismatch = findMismatch(received);
  if (mismatch) {
    const { method, path, status, body } = received;
    throw new Error(
      `${method} ${path.slice(0, 200)} responded with ${status}, but ${mismatch}: ${JSON.stringify(body)?.slice(0, 500)}`,
    );
  }
};
