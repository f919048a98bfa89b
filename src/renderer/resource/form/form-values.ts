import type { AnyRecord, Resource } from '#shared/resource/define-resource.ts';
import { emptyValueOf } from '#shared/resource/schemas.ts';
import type { LocalFile } from '../../platform/index.ts';
import { isWrittenOut } from '../../platform/local-files.ts';
import type { FormValues } from './field-props.ts';

/**
 * What a new record starts with, where that is not the empty value; and what else the form holds, which may follow
 * from the record.
 */
export type Initial = FormValues | ((record: AnyRecord | null) => FormValues);

/** What a form starts with: the record's own values; of a new one what is given, or else the empty values. */
export const toFormValues = (
  resource: Resource,
  record: AnyRecord | null,
  initial: Initial = {},
): FormValues => {
  const start = typeof initial === 'function' ? initial(record) : initial;
  const given: FormValues = record ?? start;
  const fields = Object.entries(resource.fields);
  return {
    ...start,
    ...Object.fromEntries(fields.map(([name, field]) => [name, given[name] ?? emptyValueOf(field)])),
  };
};

/** What a form holds as plain data: what it keeps in a form of its own as that is sent and read. */
export const writtenOut = (values: FormValues): FormValues =>
  Object.fromEntries(
    Object.entries(values).map(([name, value]) => [name, isWrittenOut(value) ? value.toJSON() : value]),
  );

/** Whether a file field holds a file of this computer. */
export const isLocalFile = (value: unknown): value is LocalFile =>
  typeof value === 'object' && value !== null && 'previewUrl' in value;

const collectLocalFiles = (value: unknown, found: Map<string, LocalFile>): void => {
  if (isLocalFile(value)) found.set(value.id, value);
  else if (typeof value === 'object' && value !== null) {
    for (const part of Object.values(value)) collectLocalFiles(part, found);
  }
};

/** The files of this computer that a form holds, at any depth, each once. */
export const localFilesOf = (values: FormValues): LocalFile[] => {
  const found = new Map<string, LocalFile>();
  collectLocalFiles(values, found);
  return [...found.values()];
};
