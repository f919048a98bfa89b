import type { ImportableName } from '#shared/import.ts';
import type { Resource } from '#shared/resource/define-resource.ts';
import { attribute } from '#shared/resources/attribute.ts';
import { attributeValue } from '#shared/resources/attribute-value.ts';
import { category } from '#shared/resources/category.ts';
import { city } from '#shared/resources/city.ts';
import { country } from '#shared/resources/country.ts';
import { location } from '#shared/resources/location.ts';
import { region } from '#shared/resources/region.ts';
import { state } from '#shared/resources/state.ts';
import { subCategory } from '#shared/resources/sub-category.ts';
import { user } from '#shared/resources/user.ts';
import { normaliseEmail } from '../../auth/accounts.ts';
import type { Row } from '../../database/tables.ts';

export type ImportableResource = {
  resource: Resource;
  /** The fields that identify an existing record. */
  key: readonly string[];
  defaults?: Row;
  normalizeValues?: (values: Row) => Row;
};

const named = (resource: Resource): ImportableResource => ({
  resource,
  key: [
    resource.titleField,
    ...Object.entries(resource.fields).flatMap(([name, field]) =>
      field.kind === 'reference' && field.isRequired ? [name] : [],
    ),
  ],
});

/** Users are imported without passwords and get one afterwards. */
const userImport: ImportableResource = {
  resource: user,
  key: ['email'],
  defaults: { role: 'USER' },
  normalizeValues: (values) =>
    typeof values.email === 'string' ? { ...values, email: normaliseEmail(values.email) } : values,
};

export const importableResources: Record<ImportableName, ImportableResource> = {
  country: named(country),
  region: named(region),
  state: named(state),
  city: named(city),
  location: named(location),
  category: named(category),
  subCategory: named(subCategory),
  attribute: named(attribute),
  attributeValue: named(attributeValue),
  user: userImport,
};
