import type { FileFormat } from '#shared/resource-kit/file-formats.ts';

// Characters that Windows, macOS or Linux forbid in file names.
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are forbidden, too
const forbiddenCharacters = /[\u0000-\u001f<>:"/\\|?*]+/g;

/** The local day as YYYY-MM-DD, which is Sweden's date format. */
const toIsoDay = (date: Date): string => date.toLocaleDateString('sv');

export const getExportFileName = (title: string, format: FileFormat): string =>
  `${title.replace(forbiddenCharacters, ' ').replace(/\s+/g, ' ').trim().slice(0, 100)} ${toIsoDay(new Date())}.${format}`;
