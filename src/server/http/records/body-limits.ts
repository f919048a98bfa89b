import type { Resource } from '#shared/resource-kit/define-resource.ts';
import { isFileField } from '#shared/resource-kit/fields.ts';
import { maxUploadBytes } from '#shared/uploads.ts';

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
