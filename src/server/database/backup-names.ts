/** The number in a name such as `000012-2026-11-27T02-00-00.123Z`; 0 in names of earlier versions and of others. */
const readNumber = (name: string): number => Number(/(?:^|-)(\d{6,15})-/.exec(name)?.[1] ?? 0);

export const isNumberedName = (name: string): boolean => /^\d{6,15}-/.test(name);

/** Oldest first. The number decides, because a clock may have been wrong. */
export const sortBackupNames = (names: readonly string[]): string[] =>
  names.toSorted((a, b) => readNumber(a) - readNumber(b) || a.localeCompare(b));

/** The name of the backup after the others: its number, and its time for people, without colons, which Windows forbids. */
export const nextBackupName = (names: readonly string[], at = new Date()): string => {
  const number = Math.max(0, ...names.map(readNumber)) + 1;
  return `${String(number).padStart(6, '0')}-${at.toISOString().replaceAll(':', '-')}`;
};
