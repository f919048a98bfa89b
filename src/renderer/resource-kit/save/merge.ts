import type { Resource } from '#shared/resource-kit/define-resource.ts';
import { getParentFields } from '../dependent-fields.ts';

type Values = Readonly<Record<string, unknown>>;

/** A record or a form: as both users opened it, as someone else saved it, and as this user edits it. */
export type Versions<Base = Values, Mine = Values> = { base: Base; theirs: Base; mine: Mine };

export type Side = 'theirs' | 'mine';

/** `suggested`: the side that changed the value. */
type Comparison = { isConflict: boolean; suggested: Side };

export type Difference = Comparison & {
  /** Several if the values only make sense together, such as a country and its region. */
  names: readonly string[];
};

export const isSame = (one: unknown, other: unknown): boolean =>
  JSON.stringify(one ?? null) === JSON.stringify(other ?? null);

/** Compares some values of three versions; null if theirs and mine are the same. */
export const compareVersions = ({ base, theirs, mine }: Versions, names: readonly string[]): Comparison | null => {
  const differ = (one: Values, other: Values) => names.some((name) => !isSame(one[name], other[name]));
  if (!differ(theirs, mine)) return null;
  const isChangedByMe = differ(base, mine);
  return { isConflict: isChangedByMe && differ(base, theirs), suggested: isChangedByMe ? 'mine' : 'theirs' };
};

const getRelatedFields = (resource: Resource, name: string): string[] => {
  const field = resource.fields[name];
  const altOf = field?.kind === 'text' ? field.altOf : undefined;
  return [
    ...getParentFields(resource, name),
    ...(field?.kind === 'inherited' ? [field.through] : []),
    ...(altOf === undefined ? [] : [altOf]),
  ];
};

/** Groups fields whose values only make sense together, such as a country and its region, or a picture and its text. */
export const groupRelatedFields = (resource: Resource, names: readonly string[]): string[][] => {
  const groups: string[][] = [];
  for (const name of names) {
    const related = [name, ...getRelatedFields(resource, name).filter((other) => names.includes(other))];
    const overlapping = groups.filter((group) => group.some((other) => related.includes(other)));
    const merged = new Set([...overlapping.flat(), ...related]);
    groups.splice(0, groups.length, ...groups.filter((group) => !overlapping.includes(group)), [...merged]);
  }
  const inOrder = (group: string[]) => names.filter((name) => group.includes(name));
  return groups.map(inOrder).sort(([one = ''], [other = '']) => names.indexOf(one) - names.indexOf(other));
};

/** Compares the named fields of a record. */
export const findDifferences = (resource: Resource, versions: Versions, names: readonly string[]): Difference[] =>
  groupRelatedFields(resource, names).flatMap((group) => {
    const comparison = compareVersions(versions, group);
    return comparison ? { names: group, ...comparison } : [];
  });

/** My values, with those of the other version for some fields. */
export const mergeValues = (
  { theirs, mine }: Omit<Versions, 'base'>,
  fieldsFromTheirs: readonly string[],
): Record<string, unknown> => ({
  ...mine,
  ...Object.fromEntries(fieldsFromTheirs.map((name) => [name, theirs[name]])),
});
