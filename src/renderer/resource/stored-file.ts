import type { FileInfo, RecordFiles } from '#shared/resource/define-resource.ts';
import { uploadPath } from '#shared/uploads.ts';

type Values = Readonly<Record<string, unknown>>;

/** The original name and size of the file in a field; undefined if the server doesn't give them. */
export const fileInfoOf = ({ files }: Values, name: string): FileInfo | undefined =>
  (files as RecordFiles | undefined)?.[name];

/** The address of the stored file in a field, with its original name. */
export const fileUrlOf = (record: Values, name: string): string =>
  uploadPath(String(record[name]), fileInfoOf(record, name)?.name);
