import type { FileFormat } from '#shared/resource-kit/file-formats.ts';
import { toIsoDay } from '../../ui/format.ts';

// Characters that Windows, macOS or Linux forbid in file names.
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are forbidden, too
const forbiddenCharacters = /[\u0000-\u001f<>:"/\\|?*]+/g;

export const getExportFileName = (title: string, format: FileFormat): string =>
  `${title.replace(forbiddenCharacters, ' ').replace(/\s+/g, ' ').trim().slice(0, 100)} ${toIsoDay(new Date())}.${format}`;
