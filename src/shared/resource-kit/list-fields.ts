import type { Resource } from './define-resource.ts';
import { type Field, isFileField, isReferenceField } from './fields.ts';

export const defaultPageSize = 10;
export const maxPageSize = 500;

const isFilter = (field: Field) =>
  field.kind === 'status' || field.kind === 'choice' || field.kind === 'boolean' || isReferenceField(field);

/** Names of what can filter a list: enumerations, references, links and the resource's extra filters. */
export const filterableFields = (resource: Resource): string[] => [
  ...Object.entries(resource.fields)
    .filter(([, field]) => isFilter(field))
    .map(([name]) => name),
  ...Object.keys(resource.links ?? {}),
  ...Object.keys(resource.extraFilters ?? {}),
];

export const findFilter = (resource: Resource, name: string): Field | undefined =>
  resource.fields[name] ?? resource.links?.[name] ?? resource.extraFilters?.[name];

const isSortable = (field: Field) =>
  !field.isUnsorted &&
  !isFileField(field) &&
  !isReferenceField(field) &&
  field.kind !== 'richText' &&
  field.kind !== 'choices';

export const sortableFields = (resource: Resource): string[] => [
  ...Object.entries(resource.fields)
    .filter(([, field]) => isSortable(field))
    .map(([name]) => name),
  'createdAt',
  'updatedAt',
  ...(resource.extraSorts ?? []),
];

/** The field with a record's picture; undefined if its resource has none. */
export const findImageField = ({ fields }: Resource): string | undefined =>
  Object.keys(fields).find((name) => fields[name]?.kind === 'image');

/** The stored file name of a record's picture. A product without one has that of a variant. */
export const getRecordImage = (resource: Resource, record: Readonly<Record<string, unknown>>): string | null => {
  const { imageUrl, variantImage } = record;
  const image = imageUrl ?? record[findImageField(resource) ?? ''] ?? variantImage;
  return typeof image === 'string' && image !== '' ? image : null;
};

export const exportFormats = ['xlsx', 'csv'] as const;
export type ExportFormat = (typeof exportFormats)[number];

/** Formats of all files that the server creates: personal data is JSON, labels are a PDF, several files or price lists a ZIP. */
export const fileFormats = [...exportFormats, 'json', 'pdf', 'zip'] as const;
export type FileFormat = (typeof fileFormats)[number];
