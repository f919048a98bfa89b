import type { AnyRecord, Resource } from '#shared/resource/define-resource.ts';
import { emptyValueOf } from '#shared/resource/schemas.ts';
import type { LocalFile } from '../platform/index.ts';
import type { FormValues } from './resource-field.tsx';

/** What a form starts with: the record's own values, or the empty ones. */
export const toFormValues = (resource: Resource, record: AnyRecord | null): FormValues =>
  Object.fromEntries(
    Object.entries(resource.fields).map(([name, field]) => [name, record?.[name] ?? emptyValueOf(field)]),
  );

/** The files of this computer that a form holds. */
export const localFilesOf = (values: FormValues): LocalFile[] =>
  Object.values(values).filter(
    (value): value is LocalFile => typeof value === 'object' && value !== null && 'previewUrl' in value,
  );
