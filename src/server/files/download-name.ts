import { fileTypeOf } from '#shared/uploads.ts';
import { displayFileName } from './display-file-name.ts';
import { storedFileType } from './stored-file-type.ts';

/** The requested name. The true extension is appended if the name has one of another kind of file. */
const downloadName = (filename: string, requestedName: string): string => {
  const name = displayFileName(requestedName);
  const extension = name.slice(name.lastIndexOf('.') + 1);
  const hasMatchingType = fileTypeOf(extension)?.kind === storedFileType(filename)?.kind;
  return hasMatchingType ? name : `${name}${filename.slice(filename.lastIndexOf('.'))}`;
};

/** RFC 5987 requires escapes for these characters, which `encodeURIComponent` leaves unchanged. */
const encodeRest = (text: string) =>
  text.replace(/['()*]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`);

/**
 * The `Content-Disposition` header for saving a stored file under the requested name. Clients without RFC 5987 use the
 * stored name.
 */
export const contentDisposition = (filename: string, requestedName: string): string => {
  const encodedName = encodeRest(encodeURIComponent(downloadName(filename, requestedName)));
  return `inline; filename="${filename}"; filename*=UTF-8''${encodedName}`;
};
