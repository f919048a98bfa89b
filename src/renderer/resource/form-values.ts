import type { AnyRecord, Resource } from '#shared/resource/define-resource.ts';
import { emptyValueOf } from '#shared/resource/schemas.ts';
import type { LocalFile } from '../platform/index.ts';
import type { FormValues } from './field-props.ts';

/** What a form starts with: the record's own values; of a new one what is given, or else the empty values. */
export const toFormValues = (
  resource: Resource,
  record: AnyRecord | null,
  initial: FormValues = {},
): FormValues => {
  const given: FormValues = record ?? initial;
  const fields = Object.entries(resource.fields);
  return {
    ...initial,
    ...Object.fromEntries(fields.map(([name, field]) => [name, given[name] ?? emptyValueOf(field)])),
  };
};

/** Whether a file field holds a file of this computer. */
export const isLocalFile = (value: unknown): value is LocalFile =>
  typeof value === 'object' && value !== null && 'previewUrl' in value;

/** The files of this computer that a form holds. */
export const localFilesOf = (values: FormValues): LocalFile[] => Object.values(values).filter(isLocalFile);
