import type { FileInfo, RecordFiles } from '#shared/resource-kit/define-resource.ts';
import { uploadPath } from '#shared/uploads.ts';

type Values = Readonly<Record<string, unknown>>;

/** Original name and size of a stored file; undefined if the server doesn't return them. */
export const getFileInfo = ({ files }: Values, name: string): FileInfo | undefined =>
  (files as RecordFiles | undefined)?.[name];

/** URL of a stored file, including its original name. */
export const getFileUrl = (record: Values, name: string): string =>
  uploadPath(String(record[name]), getFileInfo(record, name)?.name);
