import type { FieldError } from '#shared/api.ts';
import type { Resource } from '#shared/resource/define-resource.ts';
import { type Field, type FileField, isFileField } from '#shared/resource/fields.ts';
import { requiredText } from '#shared/resource/values.ts';
import { newFilePattern } from '#shared/uploads.ts';
import { invalid } from '../failure.ts';
import type { FileTransaction } from '../files/file-store.ts';
import type { Row } from '../storage/tables.ts';
import { filesInRichText, isEmptyRichText, sanitiseRichText } from './rich-text.ts';

type Prepared = { value: unknown } | { problem: string };

/** A stored name is short: what is longer can only be a new file. */
const maxStoredName = 255;

const prepareRichText = (field: Field, html: string): Prepared => {
  const clean = sanitiseRichText(html);
  if (!isEmptyRichText(clean)) return { value: clean };
  return field.isRequired ? { problem: requiredText(field) } : { value: '' };
};

/** The name of the stored file that a value is or becomes, or what is wrong with it. */
export const prepareFile = async (
  field: Pick<FileField, 'kind' | 'label'>,
  value: string,
  files: FileTransaction,
): Promise<{ value: string } | { problem: string }> => {
  if (value.length > maxStoredName || newFilePattern.test(value)) {
    const added = await files.add({ value, kind: field.kind });
    return 'problem' in added ? added : { value: added.filename };
  }
  const isKept = await files.keep({ filename: value, kind: field.kind });
  return isKept ? { value } : { problem: `${field.label}: there is no such file on the server` };
};

const prepareValue = (field: Field, value: unknown, files: FileTransaction): Prepared | Promise<Prepared> => {
  if (typeof value !== 'string') return { value };
  if (field.kind === 'richText') return prepareRichText(field, value);
  return isFileField(field) ? prepareFile(field, value, files) : { value };
};

/** Turns parsed values into what a row holds: clean formatted texts, and names of stored files. */
export const prepareValues = async ({
  resource,
  values,
  files,
}: {
  resource: Resource;
  values: Row;
  files: FileTransaction;
}): Promise<Row> => {
  const errors: FieldError[] = [];
  const row: Row = {};
  for (const [name, field] of Object.entries(resource.fields)) {
    if (!(name in values)) continue;
    const prepared = await prepareValue(field, values[name], files);
    if ('problem' in prepared) errors.push({ field: name, message: prepared.problem });
    else row[name] = prepared.value;
  }
  if (errors.length > 0) throw invalid(errors);
  return row;
};

const filesIn = (field: Field, value: unknown): string[] => {
  if (typeof value !== 'string') return [];
  if (field.kind === 'richText') return filesInRichText(value);
  return isFileField(field) ? [value] : [];
};

/** The stored files that a row uses, and in which field. */
export const usedFiles = (resource: Resource, row: Row): { field: string; file: string }[] =>
  Object.entries(resource.fields).flatMap(([name, field]) =>
    filesIn(field, row[name]).map((file) => ({ field: name, file })),
  );
