import type { ExportFormat } from '#shared/resource/schemas.ts';

const formatToday = (): string => {
  const now = new Date();
  const parts = [now.getFullYear(), now.getMonth() + 1, now.getDate()];
  return parts.map((part) => String(part).padStart(2, '0')).join('-');
};

// Characters that Windows, macOS or Linux forbid in file names.
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are forbidden, too
const forbiddenCharacters = /[\u0000-\u001f<>:"/\\|?*]+/g;

export const getExportFileName = (title: string, format: ExportFormat): string =>
  `${title.replace(forbiddenCharacters, ' ').replace(/\s+/g, ' ').trim().slice(0, 100)} ${formatToday()}.${format}`;
