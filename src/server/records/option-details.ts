import type { SelectOption } from '#shared/api.ts';
import { findEqualOptions } from '#shared/options.ts';
import type { AnyRecord, Resource } from '#shared/resource-kit/define-resource.ts';
import { displayNameOf, isReferenceField } from '#shared/resource-kit/fields.ts';

/** Identifies a record among others with its title: by a user's email, a region's country, a product's SKU. */
const describeRecord = ({ fields, titleField }: Resource, record: AnyRecord): string =>
  Object.entries(fields)
    .flatMap(([name, field]) => {
      if (isReferenceField(field))
        return field.isRequired || field.kind === 'inherited' ? [record[displayNameOf(name)]] : [];
      const isShort = field.kind === 'text' && field.isSearchable && !field.isMultiline;
      return isShort && name !== titleField ? [record[name]] : [];
    })
    .filter(Boolean)
    .join(' · ');

/** Adds details to options with equal labels, by which they can be told apart. */
export const addOptionDetails = async (
  resource: Resource,
  options: SelectOption[],
  findMany: (ids: readonly string[]) => Promise<AnyRecord[]>,
): Promise<SelectOption[]> => {
  const records = await findMany(findEqualOptions(options).map(({ value }) => value));
  const details = new Map(records.map((record) => [record._id, describeRecord(resource, record)]));
  return options.map((option) => {
    const detail = details.get(option.value);
    return detail ? { ...option, detail } : option;
  });
};
