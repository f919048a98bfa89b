import { cellContentOf, fileNameColumn, fileNameTitle } from '#shared/import-columns.ts';
import { toRichText } from '#shared/plain-or-html.ts';
import type { AnyRecord, Resource } from '#shared/resource-kit/define-resource.ts';
import {
  type ChoiceOption,
  displayNameOf,
  type Field,
  isFileField,
  isReferenceField,
} from '#shared/resource-kit/fields.ts';
import { fixedOptions, timestampLabels } from '#shared/resource-kit/labels.ts';
import type { CellValue } from '../../spreadsheet/write.ts';
import type { ExportColumn } from '../records/operations.ts';
import { sanitizeRichText } from '../records/sanitize-rich-text.ts';
import { htmlToLines } from '../records/search-text.ts';

const getLabel = (options: readonly ChoiceOption[], value: unknown) =>
  options.find((option) => option.value === String(value))?.label ?? String(value ?? '');

/**
 * Formats rich text for a cell: as plain text if that loses nothing, else as HTML, so that an import restores it
 * exactly.
 */
const formatRichText = (html: string): string => {
  const plain = htmlToLines(html);
  if (sanitizeRichText(toRichText(plain)) === html) return plain;
  // Without a tag, an import would turn the lines of the text into paragraphs.
  return toRichText(html) === html ? html : html.replaceAll('\r', '&#13;').replaceAll('\n', '&#10;');
};

/** Formats a value so that an import can read it: lists with semicolons, files by stored name. */
const formatCell = (field: Field, value: unknown): CellValue => {
  switch (field.kind) {
    case 'number':
    case 'money':
      return value as number | null;
    case 'boolean':
    case 'status':
    case 'choice':
      return getLabel(fixedOptions(field) ?? [], value);
    case 'choices':
      return (value as string[]).map((item) => getLabel(field.options, item)).join('; ');
    case 'richText':
      return formatRichText(String(value ?? ''));
    default:
      return String(value ?? '');
  }
};

const readFileName = (name: string) => (record: AnyRecord) => record.files?.[name]?.name ?? '';

/** Returns the export columns of a resource, in the order of its fields. References are exported by name. */
export const exportColumns = (resource: Resource): ExportColumn[] => [
  ...Object.entries(resource.fields).map(([name, field]) => {
    const source = isReferenceField(field) ? displayNameOf(name) : name;
    return {
      key: name,
      header: field.label,
      content: cellContentOf(field),
      read: (record: AnyRecord) => formatCell(field, record[source]),
    };
  }),
  ...Object.entries(resource.fields).flatMap(([name, field]) =>
    isFileField(field) ? [{ key: fileNameColumn(name), header: fileNameTitle(field), read: readFileName(name) }] : [],
  ),
  { key: 'createdAt', header: timestampLabels.createdAt, read: ({ createdAt }) => createdAt },
  { key: 'updatedAt', header: timestampLabels.updatedAt, read: ({ updatedAt }) => updatedAt },
];
