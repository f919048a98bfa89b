import type { Resource } from '#shared/resource/define-resource.ts';
import { isFileField } from '#shared/resource/fields.ts';
import { maxUploadBytes } from '#shared/uploads.ts';

const plainBody = 512 * 1024;
const richTextBody = 16 * 1024 * 1024;
/** What a body with one file may hold: base64 makes four characters of three bytes. */
export const fileBody = Math.ceil((maxUploadBytes * 4) / 3) + 64 * 1024;

/** The most that a body with a record may hold, by the fields of the record. */
export const bodyLimitOf = (resource: Resource): number =>
  Object.values(resource.fields).reduce((limit, field) => {
    if (isFileField(field)) return limit + fileBody;
    return field.kind === 'richText' ? limit + richTextBody : limit;
  }, plainBody);
