import type { ImportableName } from '#shared/import.ts';
import type { Resource } from '#shared/resource-kit/define-resource.ts';
import { findResource } from '#shared/resources/index.ts';
import { normalizeEmail } from '../../auth/accounts.ts';
import type { Row } from '../../database/tables.ts';

export type ImportableResource = {
  resource: Resource;
  /** The fields that identify an existing record. */
  key: readonly string[];
  defaults?: Row;
  normalizeValues?: (values: Row) => Row;
};

/** Users are imported without passwords and get one afterwards. */
const userImport: Omit<ImportableResource, 'resource'> = {
  key: ['email'],
  defaults: { role: 'USER' },
  normalizeValues: (values) =>
    typeof values.email === 'string' ? { ...values, email: normalizeEmail(values.email) } : values,
};

const defaultKey = ({ titleField, fields }: Resource): string[] => [
  titleField,
  ...Object.keys(fields).filter((name) => fields[name]?.kind === 'reference' && fields[name].isRequired),
];

export const findImportable = (name: ImportableName): ImportableResource => {
  const resource = findResource(name);
  if (!resource) throw new Error(`There is no resource ${name}`);
  return name === 'user' ? { resource, ...userImport } : { resource, key: defaultKey(resource) };
};
