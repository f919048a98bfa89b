import type { FieldError } from '#shared/api.ts';
import type { FileInfo, RecordFiles, Resource } from '#shared/resource-kit/define-resource.ts';
import { type Field, type FileField, isFileField } from '#shared/resource-kit/fields.ts';
import { formatList } from '#shared/resource-kit/labels.ts';
import { requiredMessageFor } from '#shared/resource-kit/values.ts';
import { fileDataUrlPattern, fileTypeFromContent } from '#shared/uploads.ts';
import { filesColumn } from '../database/schema.ts';
import type { Row } from '../database/tables.ts';
import type { FileTransaction } from '../files/file-store.ts';
import { removeMetadataFrom } from '../files/images/remove-metadata.ts';
import { detectType, displayFileName } from '../files/staging.ts';
import { validationError } from '../lib/app-error.ts';
import { embeddedImage, sanitizeInWorker } from './sanitize-rich-text.ts';
import { htmlToText } from './search-text.ts';

type InputFile = { name?: string | null; width?: number; height?: number };
type InputFiles = { [field: string]: InputFile | undefined };

type PreparedValue = { value: unknown; file?: FileInfo } | { error: string };

const maxListedRemovals = 10;

/** Stored names are shorter: a longer value can only be a new file. */
const maxStoredName = 255;

/** Notices about content that a save removes, each with its field. */
export type Notices = FieldError[];

const cleanImage = async (base64: string): Promise<string> => {
  const bytes = Buffer.from(base64, 'base64');
  const extension = fileTypeFromContent(await detectType(bytes))?.extensions[0] ?? '';
  const cleaned = await removeMetadataFrom(bytes, extension);
  return cleaned ? cleaned.toString('base64') : base64;
};

/** Removes personal metadata from images embedded in sanitized rich text, as from uploaded files. */
const withoutImageMetadata = async (html: string): Promise<string> => {
  const related: string[] = [];
  let at = 0;
  for (const { 0: base64, index } of html.matchAll(embeddedImage)) {
    related.push(html.slice(at, index), await cleanImage(base64));
    at = index + base64.length;
  }
  return [...related, html.slice(at)].join('');
};

/** Returns whether rich text shows nothing; an empty editor still sends markup. */
const isEmptyRichText = (html: string): boolean => !/<(?:img|hr)\b/i.test(html) && htmlToText(html) === '';

const prepareRichText = async (
  { name, field }: { name: string; field: Field },
  html: string,
  notices: Notices,
): Promise<PreparedValue> => {
  const sanitized = await sanitizeInWorker(html);
  if ('error' in sanitized) return { error: `${field.label} ${sanitized.error}` };
  if (sanitized.removals.length > 0) {
    const names = formatList(sanitized.removals.slice(0, maxListedRemovals));
    notices.push({ field: name, message: `Removed from ${field.label}: ${names}` });
  }
  if (!isEmptyRichText(sanitized.html)) return { value: await withoutImageMetadata(sanitized.html) };
  return field.isRequired ? { error: requiredMessageFor(field) } : { value: '' };
};

/** Stores a new file or keeps an existing one. Returns its stored name, original name and size, or an error. */
export const prepareFile = async (
  field: Pick<FileField, 'kind' | 'label'>,
  { value, input = {} }: { value: string; input?: InputFile | undefined },
  files: FileTransaction,
): Promise<{ value: string; file: FileInfo } | { error: string }> => {
  if (value.length > maxStoredName || fileDataUrlPattern.test(value)) {
    const added = await files.add({ value, kind: field.kind });
    if ('error' in added) return added;
    const { filename, name, size, dimensions } = added;
    return { value: filename, file: { name, size, ...dimensions } };
  }
  const stored = await files.retain({ filename: value, kind: field.kind });
  if (!stored) return { error: `${field.label}: file not found on the server` };
  const { name, width, height } = input;
  const dimensions = stored.dimensions ?? (width && height ? { width, height } : {});
  return { value, file: { name: name ? displayFileName(name) : null, size: stored.size, ...dimensions } };
};

const getInputFile = ({ files }: Row, field: string): InputFile | undefined =>
  (files as InputFiles | undefined)?.[field];

const prepareValue = (
  { name, field }: { name: string; field: Field },
  values: Row,
  { files, notices, isUndo }: { files: FileTransaction; notices: Notices; isUndo: boolean },
): PreparedValue | Promise<PreparedValue> => {
  const value = values[name];
  if (typeof value !== 'string') return { value };
  // A text from the history was sanitized when it was saved.
  if (field.kind === 'richText') return isUndo ? { value } : prepareRichText({ name, field }, value, notices);
  return isFileField(field) ? prepareFile(field, { value, input: getInputFile(values, name) }, files) : { value };
};

/** Turns parsed values into a row: sanitized rich text, stored file names, and the original names and sizes of files. */
export const prepareValues = async ({
  resource,
  values,
  files,
  notices = [],
  isUndo = false,
}: {
  resource: Resource;
  values: Row;
  files: FileTransaction;
  notices?: Notices;
  isUndo?: boolean;
}): Promise<Row> => {
  const errors: FieldError[] = [];
  const row: Row = {};
  const infos: RecordFiles = {};
  for (const [name, field] of Object.entries(resource.fields)) {
    if (!(name in values)) continue;
    const prepared = await prepareValue({ name, field }, values, { files, notices, isUndo });
    if ('error' in prepared) errors.push({ field: name, message: prepared.error });
    else row[name] = prepared.value;
    if ('file' in prepared && prepared.file) infos[name] = prepared.file;
  }
  if (Object.keys(infos).length > 0) row[filesColumn] = infos;
  if (errors.length > 0) throw validationError(errors);
  return row;
};
