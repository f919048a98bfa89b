import type { FastifyInstance } from 'fastify';
import type { Resource } from '#shared/resource/define-resource.ts';
import type { Schemas } from '../../records/extension.ts';
import type { OperationsContext } from '../../records/hooks.ts';
import type { Operations } from '../../records/operations.ts';

/** Context for the routes of one resource. */
export type ResourceApi = {
  app: FastifyInstance;
  resource: Resource;
  schemas: Schemas;
  operations: Operations;
  context: OperationsContext;
  /** In bytes, for bodies with a record. */
  bodyLimit: number;
};
