import { attributeSchemas } from '#shared/attribute-values.ts';
import type { Extension } from '../../records/extension.ts';
import { attributeOperations } from './operations.ts';

// Values may have new pictures.
const bodyLimit = 256 * 1024 * 1024;

/** An attribute can be read and saved together with its values. */
export const attributeExtension: Extension = {
  schemas: attributeSchemas,
  operations: attributeOperations,
  bodyLimit,
};
