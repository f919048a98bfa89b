import { fileTypeOf } from '#shared/uploads.ts';
import { typeOfStored } from './names.ts';
import { shownName } from './shown-name.ts';

/** The requested name. An extension of another kind of file gets the true one appended. */
const downloadName = (filename: string, asked: string): string => {
  const name = shownName(asked);
  const [extension = ''] = /[^.]*$/.exec(name) ?? [];
  const isOfItsKind = fileTypeOf(extension)?.kind === typeOfStored(filename)?.kind;
  return isOfItsKind ? name : `${name}${filename.slice(filename.lastIndexOf('.'))}`;
};

/** RFC 5987 requires these to be escaped, and `encodeURIComponent` leaves them. */
const encodeRest = (text: string) =>
  text.replace(/['()*]/g, (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`);

/** The `Content-Disposition` header with which a browser saves a stored file under the requested name. */
export const contentDisposition = (filename: string, asked: string): string =>
  `inline; filename*=UTF-8''${encodeRest(encodeURIComponent(downloadName(filename, asked)))}`;
