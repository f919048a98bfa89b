import type { Resource } from '#shared/resource-kit/define-resource.ts';
import type { Schemas } from '../../records/extension.ts';
import type { OperationsContext } from '../../records/hooks.ts';
import type { Operations } from '../../records/operations.ts';
import type { App } from '../app.ts';

/** Context for the routes of one resource. */
export type ResourceApi = {
  app: App;
  resource: Resource;
  schemas: Schemas;
  operations: Operations;
  context: OperationsContext;
  /** In bytes, for bodies with a record. */
  bodyLimit: number;
};
