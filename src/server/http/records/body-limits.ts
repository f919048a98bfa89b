import type { Resource } from '#shared/resource/define-resource.ts';
import { isFileField } from '#shared/resource/fields.ts';
import { maxUploadBytes } from '#shared/uploads.ts';

const plainBody = 512 * 1024;
const richTextBody = 16 * 1024 * 1024;
/** Bytes of a body with one file: base64 encodes 3 bytes as 4 characters. */
export const fileBody = Math.ceil((maxUploadBytes * 4) / 3) + 64 * 1024;

/** Returns the body limit of a record in bytes, based on its fields. */
export const bodyLimitOf = (resource: Resource): number =>
  Object.values(resource.fields).reduce((limit, field) => {
    if (isFileField(field)) return limit + fileBody;
    return field.kind === 'richText' ? limit + richTextBody : limit;
  }, plainBody);
