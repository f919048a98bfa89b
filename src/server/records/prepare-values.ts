import type { FieldError } from '#shared/api.ts';
import type { FileInfo, RecordFiles, Resource } from '#shared/resource/define-resource.ts';
import { type Field, type FileField, isFileField } from '#shared/resource/fields.ts';
import { listed } from '#shared/resource/labels.ts';
import { requiredMessageFor } from '#shared/resource/values.ts';
import { fileDataUrlPattern } from '#shared/uploads.ts';
import { filesColumn } from '../database/codec.ts';
import type { Row } from '../database/tables.ts';
import { displayFileName } from '../files/display-file-name.ts';
import type { FileTransaction } from '../files/file-store.ts';
import { invalid } from '../lib/app-error.ts';
import { filesInRichText, isEmptyRichText, sanitizeRichText, withoutImageMetadata } from './rich-text.ts';

type SentFiles = { [field: string]: { name?: string | null } | undefined };

type Prepared = { value: unknown; file?: FileInfo } | { problem: string };

const maxNamed = 10;

/** Stored names are shorter: a longer value can only be a new file. */
const maxStoredName = 255;

/** Notices about content that a save removes, each with its field. */
export type Notices = FieldError[];

const prepareRichText = async (
  { name, field }: { name: string; field: Field },
  html: string,
  notices: Notices,
): Promise<Prepared> => {
  const removals = new Set<string>();
  const clean = sanitizeRichText(html, (removal) => removals.add(removal));
  if (removals.size > 0) {
    const names = listed([...removals].slice(0, maxNamed));
    notices.push({ field: name, message: `Removed from ${field.label}: ${names}` });
  }
  if (!isEmptyRichText(clean)) return { value: await withoutImageMetadata(clean) };
  return field.isRequired ? { problem: requiredMessageFor(field) } : { value: '' };
};

/** Stores a new file or keeps an existing one. Returns its stored name, original name and size, or a problem. */
export const prepareFile = async (
  field: Pick<FileField, 'kind' | 'label'>,
  { value, sentName }: { value: string; sentName?: string | null | undefined },
  files: FileTransaction,
): Promise<{ value: string; file: FileInfo } | { problem: string }> => {
  if (value.length > maxStoredName || fileDataUrlPattern.test(value)) {
    const added = await files.add({ value, kind: field.kind });
    if ('problem' in added) return added;
    const { filename, name, size } = added;
    return { value: filename, file: { name, size } };
  }
  const stored = await files.retain({ filename: value, kind: field.kind });
  if (!stored) return { problem: `${field.label}: file not found on the server` };
  return { value, file: { name: sentName ? displayFileName(sentName) : null, size: stored.size } };
};

const sentNameOf = ({ files }: Row, field: string): string | null | undefined =>
  (files as SentFiles | undefined)?.[field]?.name;

const prepareValue = (
  { name, field }: { name: string; field: Field },
  values: Row,
  { files, notices }: { files: FileTransaction; notices: Notices },
): Prepared | Promise<Prepared> => {
  const value = values[name];
  if (typeof value !== 'string') return { value };
  if (field.kind === 'richText') return prepareRichText({ name, field }, value, notices);
  return isFileField(field)
    ? prepareFile(field, { value, sentName: sentNameOf(values, name) }, files)
    : { value };
};

/** Turns parsed values into a row: sanitized rich text, stored file names, and the original names and sizes of files. */
export const prepareValues = async ({
  resource,
  values,
  files,
  notices = [],
}: {
  resource: Resource;
  values: Row;
  files: FileTransaction;
  notices?: Notices;
}): Promise<Row> => {
  const errors: FieldError[] = [];
  const row: Row = {};
  const infos: RecordFiles = {};
  for (const [name, field] of Object.entries(resource.fields)) {
    if (!(name in values)) continue;
    const prepared = await prepareValue({ name, field }, values, { files, notices });
    if ('problem' in prepared) errors.push({ field: name, message: prepared.problem });
    else row[name] = prepared.value;
    if ('file' in prepared && prepared.file) infos[name] = prepared.file;
  }
  if (Object.keys(infos).length > 0) row[filesColumn] = infos;
  if (errors.length > 0) throw invalid(errors);
  return row;
};

const filesIn = (field: Field, value: unknown): string[] => {
  if (typeof value !== 'string') return [];
  if (field.kind === 'richText') return filesInRichText(value);
  return isFileField(field) ? [value] : [];
};

/** Returns the stored files that a row uses, with their fields. `isRead` selects the fields to read. */
export const collectFileUses = (
  resource: Resource,
  row: Row,
  isRead: (name: string) => boolean = () => true,
): { field: string; file: string }[] => {
  const used: { field: string; file: string }[] = [];
  for (const name in resource.fields) {
    const field = resource.fields[name];
    if (!field || !isRead(name)) continue;
    for (const file of filesIn(field, row[name])) used.push({ field: name, file });
  }
  return used;
};
