import { nameKey } from '#shared/name-key.ts';

const copySuffix = / \(copy(?: \d+)?\)$/;

export const stripCopySuffix = (name: string): string => name.replace(copySuffix, '');

const toCopyName = (name: string, { number, maxLength }: { number: number; maxLength: number }): string => {
  const suffix = number === 1 ? ' (copy)' : ` (copy ${number})`;
  return name.slice(0, maxLength - suffix.length).trimEnd() + suffix;
};

/** The name of a copy: "Pen (copy)", or the first of "Pen (copy 2)", "Pen (copy 3)", … that isn't taken. */
export const findCopyName = (name: string, taken: readonly unknown[], maxLength: number): string => {
  const takenKeys = new Set(taken.map(nameKey));
  const original = stripCopySuffix(name);
  let number = 1;
  while (takenKeys.has(nameKey(toCopyName(original, { number, maxLength })))) number += 1;
  return toCopyName(original, { number, maxLength });
};
