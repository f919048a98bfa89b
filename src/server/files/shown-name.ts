const maxLength = 200;

/**
 * A sent name of a file as it is shown, and asked for its ending: without its path, and shortened in front of its ending.
 * Nothing is ever stored under it.
 */
export const shownName = (name = ''): string => {
  const base = (name.split(/[\\/]/).at(-1) ?? '').replace(/\p{C}/gu, '');
  const [, stem = base, ending = ''] = /^(.*)(\.[^.]{1,20})$/u.exec(base) ?? [];
  return `${stem.slice(0, maxLength - ending.length)}${ending}` || 'File';
};
