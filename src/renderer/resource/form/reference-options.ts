import type { Resource } from '#shared/resource/define-resource.ts';
import { isIdField } from '#shared/resource/fields.ts';
import { useSelectOptions } from '../hooks.ts';
import { narrowingNames } from './narrowing.ts';

/** What can be chosen in a field that refers to records, given what is chosen in the fields that narrow it. */
export const useReferenceOptions = ({
  resource,
  name,
  readValue,
}: {
  resource: Resource;
  name: string;
  readValue: (name: string) => unknown;
}) => {
  const field = resource.fields[name];
  const target = field && isIdField(field) ? field.to : '';
  const chosen = narrowingNames(resource, name).map((other) => [other, readValue(other)] as const);
  const isGiven = (value: unknown): value is string => typeof value === 'string' && value !== '';
  const firstMissing = chosen.find(([, value]) => !isGiven(value))?.[0];
  const filters = Object.fromEntries(
    chosen.flatMap(([other, value]) => (isGiven(value) ? [[other, value]] : [])),
  );
  return {
    options: useSelectOptions(target, { filters, isEnabled: target !== '' && !firstMissing }),
    /** The label of what has to be chosen before; null where there is nothing. */
    missing: firstMissing === undefined ? null : (resource.fields[firstMissing]?.label ?? null),
  };
};
