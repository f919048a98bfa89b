import type { FastifyInstance } from 'fastify';
import type { Resource } from '#shared/resource/define-resource.ts';
import type { Schemas } from '../../records/extension.ts';
import type { Operations } from '../../records/operations.ts';
import type { OperationsContext } from '../../records/rules.ts';

/** One resource as its routes see it. */
export type ResourceApi = {
  app: FastifyInstance;
  resource: Resource;
  schemas: Schemas;
  operations: Operations;
  context: OperationsContext;
  /** The most that a body with a record may hold. */
  bodyLimit: number;
};
