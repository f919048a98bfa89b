import { extname } from 'node:path';
import { fileTypeOf } from '#shared/uploads.ts';

/** Device names: Windows opens the device instead of a file, with any extension. */
const deviceName = /^(?=(?:con|prn|aux|nul|com[\d¹²³]|lpt[\d¹²³]) *(?:\.|$))/i;

/** A title as the name of a file; what no system allows in one is left out. */
export const fileNameOf = (title: string): string =>
  title
    .replace(/ · Catalogue Back Office$/, '')
    // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is looked for
    .replace(/[\\/:*?"<>|\u0000-\u001f]+/g, ' ')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, 100)
    // Windows drops dots and spaces at the end.
    .replace(/[. ]+$/, '')
    .replace(deviceName, '_') || 'Page';

/** A title or an original name as a file name. The stored extension is appended unless it already has one of that kind. */
export const storedFileNameOf = (title: string, path: string): string => {
  const name = fileNameOf(title);
  const [own, stored] = [extname(name), extname(path)].map((ending) => fileTypeOf(ending.slice(1))?.kind);
  return own !== undefined && own === stored ? name : `${name}${extname(path)}`;
};
