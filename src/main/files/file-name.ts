import { extname } from 'node:path';
import { fileTypeOf } from '#shared/uploads.ts';

/** Reserved device names: Windows opens the device instead of a file, with any extension. */
const deviceName = /^(?=(?:con|prn|aux|nul|com[\d¹²³]|lpt[\d¹²³]) *(?:\.|$))/i;

export const toFileName = (title: string): string =>
  title
    .replace(/ – Catalogue Back Office$/, '')
    .replace(/[\\/:*?"<>|\p{Cc}]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, 100)
    // Windows drops trailing dots and spaces.
    .replace(/(?<![. ])[. ]+$/, '')
    .replace(deviceName, '_') || 'Page';

/**
 * Turns a title or original name into a file name. Appends the stored extension unless the name has one of that kind.
 */
export const toStoredFileName = (title: string, path: string): string => {
  const name = toFileName(title);
  const [nameKind, storedKind] = [extname(name), extname(path)].map(
    (extension) => fileTypeOf(extension.slice(1))?.kind,
  );
  return nameKind !== undefined && nameKind === storedKind ? name : `${name}${extname(path)}`;
};
