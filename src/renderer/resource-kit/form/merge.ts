import type { AnyRecord, Resource } from '#shared/resource-kit/define-resource.ts';
import { getParentFields } from '../dependent-fields.ts';
import type { FormValues } from './field-props.ts';
import { type InitialValues, toFormValues } from './form-values.ts';

export type Side = 'theirs' | 'mine';

export type Difference = {
  /** Several if the values only make sense together, such as a country and its region. */
  names: readonly string[];
  isConflict: boolean;
  /** Default choice: the side that changed the value. */
  suggested: Side;
};

export const isSame = (one: unknown, other: unknown): boolean =>
  JSON.stringify(one ?? null) === JSON.stringify(other ?? null);

const getRelatedFields = (resource: Resource, name: string): string[] => {
  const field = resource.fields[name];
  return [...getParentFields(resource, name), ...(field?.kind === 'inherited' ? [field.through] : [])];
};

/** Groups fields whose values only make sense together, such as a country and its region. */
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

/** Compares form values (`mine`) with the current record (`theirs`), given the record that both are based on. */
export const findDifferences = ({
  resource,
  base,
  theirs,
  mine,
  initialValues,
}: {
  resource: Resource;
  base: AnyRecord;
  theirs: AnyRecord;
  mine: FormValues;
  initialValues?: InitialValues;
}): Difference[] => {
  // Values that the record doesn't contain, such as a password, are always the form's.
  const names = Object.keys(mine).filter((name) => name in resource.fields || name in theirs);
  const before: FormValues = { ...base, ...toFormValues(resource, base, initialValues) };
  const after: FormValues = { ...theirs, ...toFormValues(resource, theirs, initialValues) };
  const differ = (group: readonly string[], one: FormValues, other: FormValues) =>
    group.some((name) => !isSame(one[name], other[name]));
  return groupRelatedFields(resource, names)
    .filter((group) => differ(group, after, mine))
    .map((group) => {
      const isChangedByThem = differ(group, before, after);
      const isChangedByMe = differ(group, before, mine);
      return {
        names: group,
        isConflict: isChangedByThem && isChangedByMe,
        suggested: isChangedByMe ? 'mine' : 'theirs',
      };
    });
};

export const isAllMine = (differences: readonly Difference[]): boolean =>
  differences.every(({ suggested, isConflict }) => suggested === 'mine' && !isConflict);

export const mergeValues = ({
  mine,
  theirs,
  fieldsFromTheirs,
}: {
  mine: FormValues;
  theirs: FormValues;
  fieldsFromTheirs: readonly string[];
}): FormValues => ({
  ...mine,
  ...Object.fromEntries(fieldsFromTheirs.map((name) => [name, theirs[name]])),
});
