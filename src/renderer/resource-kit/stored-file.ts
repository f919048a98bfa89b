import type { FileInfo, RecordFiles, Resource } from '#shared/resource-kit/define-resource.ts';
import { uploadPath } from '#shared/upload-path.ts';

type Values = Readonly<Record<string, unknown>>;

/** Original name and size of a stored file; undefined if the server doesn't return them. */
export const getFileInfo = ({ files }: Values, name: string): FileInfo | undefined =>
  (files as RecordFiles | undefined)?.[name];

/** URL of the stored captions of a video field; undefined without captions. */
export const getCaptionsUrl = (resource: Resource, record: Values, name: string): string | undefined => {
  const captions = Object.entries(resource.fields).find(
    ([, field]) => field.kind === 'captions' && field.captionsOf === name,
  )?.[0];
  return captions && typeof record[captions] === 'string' ? getFileUrl(record, captions) : undefined;
};

/** URL of a stored file, including its original name. */
export const getFileUrl = (record: Values, name: string): string =>
  uploadPath(String(record[name]), getFileInfo(record, name)?.name);
