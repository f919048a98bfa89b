import type { Resource } from '#shared/resource-kit/define-resource.ts';
import { isFileField } from '#shared/resource-kit/fields.ts';
import { maxUploadBytes } from '#shared/uploads.ts';
import type { Schemas } from '../../records/extension.ts';
import type { OperationsContext } from '../../records/hooks.ts';
import type { Operations } from '../../records/operations.ts';
import type { App } from '../route.ts';

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

const plainBodyBytes = 512 * 1024;
const richTextBodyBytes = 16 * 1024 * 1024;
/** Bytes of a body with one file: base64 encodes 3 bytes as 4 characters. */
export const fileBodyBytes = Math.ceil((maxUploadBytes * 4) / 3) + 64 * 1024;

/** Returns the body limit of a record in bytes, based on its fields. */
export const computeBodyLimit = (resource: Resource): number =>
  Object.values(resource.fields).reduce((limit, field) => {
    if (isFileField(field)) return limit + fileBodyBytes;
    return field.kind === 'richText' ? limit + richTextBodyBytes : limit;
  }, plainBodyBytes);
