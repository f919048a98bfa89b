const maxLength = 200;

/**
 * Cleans a file name from a client for display and for its extension: removes the path and shortens the stem. No file
 * is stored under this name.
 */
export const displayFileName = (name = ''): string => {
  const base = (name.split(/[\\/]/).at(-1) ?? '').replace(/\p{C}/gu, '');
  const [, stem = base, extension = ''] = /^(.*)(\.[^.]{1,20})$/u.exec(base) ?? [];
  return `${stem.slice(0, maxLength - extension.length)}${extension}` || 'File';
};
