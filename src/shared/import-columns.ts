import { normalizeLine } from './normalize-text.ts';
import type { Resource } from './resource-kit/define-resource.ts';
import { type Field, isFileField, isNumericField, isReferenceField } from './resource-kit/fields.ts';

/** The content of a cell. Workbooks store the exact value of a number. */
export type CellContent = 'line' | 'lines' | 'list' | 'html' | 'number';

export const cellContentOf = (field: Field): CellContent => {
  if (field.kind === 'richText') return 'html';
  if (isNumericField(field)) return 'number';
  if (field.kind === 'choices') return 'list';
  return field.kind === 'text' && field.isMultiline ? 'lines' : 'line';
};

/** A field that a spreadsheet column can be mapped to. */
export type ImportField = {
  field: string;
  /** Header of the column in a template. */
  title: string;
  aliases?: readonly string[];
  /** One line if left out. */
  content?: CellContent;
};

export const unknownColumnNotice = 'Unknown column, skipped';
export const untitledColumnNotice = 'Column without a title, skipped';

/** Reduces a header to its letters and digits, for comparison. */
export const normalizeHeader = (title: string): string =>
  title
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');

const withoutIdSuffix = (label: string) => label.replace(/ Id$/, '');

const referenceAliases = (name: string) => {
  const base = name.replace(/Id$/, '');
  return [base, `${base} name`];
};

const fileNameSuffix = 'FileName';

export const fileNameColumn = (field: string): string => `${field}${fileNameSuffix}`;

/** Returns the file field of a file name column; null for other columns. */
export const parseFileNameColumn = ({ fields }: Resource, column: string): string | null => {
  const name = column.slice(0, -fileNameSuffix.length);
  const field = column.endsWith(fileNameSuffix) ? fields[name] : undefined;
  return field && isFileField(field) ? name : null;
};

export const fileNameTitle = ({ label }: Pick<Field, 'label'>): string => `${label} file name`;

const fieldColumns = (resource: Resource): ImportField[] =>
  Object.entries(resource.fields).map(([name, field]) => {
    const isTitle = name === resource.titleField;
    return {
      field: name,
      title: isTitle ? 'Name' : withoutIdSuffix(field.label),
      content: cellContentOf(field),
      aliases: [
        field.label,
        ...(isTitle ? [resource.label] : []),
        ...(isReferenceField(field) ? referenceAliases(name) : []),
      ],
    };
  });

/** The columns of a resource's own fields, file names last. A reference is given by the name of its target. */
export const importFields = (resource: Resource): ImportField[] => [
  ...fieldColumns(resource),
  ...Object.entries(resource.fields).flatMap(([name, field]) =>
    isFileField(field) ? [{ field: fileNameColumn(name), title: fileNameTitle(field) }] : [],
  ),
];

const attributePrefix = 'attribute:';
const attributeTitle = /^\s*attribute\s*:\s*(\S.*)$/i;

/** The field name of a column with values of an attribute. */
export const toAttributeField = (name: string): string => `${attributePrefix}${normalizeLine(name)}`;

/** Returns the attribute name of a column; null if it is not an attribute column. */
export const parseAttributeField = (field: string): string | null =>
  field.startsWith(attributePrefix) ? field.slice(attributePrefix.length) : null;

export const isKnownTitle = (text: string, knownTitles: ReadonlySet<string>): boolean =>
  attributeTitle.test(text) || knownTitles.has(normalizeHeader(text));

export const listKnownTitles = (fields: readonly ImportField[]): string[] => [
  ...new Set(fields.flatMap(({ field, title, aliases = [] }) => [field, title, ...aliases].map(normalizeHeader))),
];

/** Returns the field that a header matches; null if there is none. */
export const fieldForHeader = (
  title: string,
  { fields, hasAttributes = false }: { fields: readonly ImportField[]; hasAttributes?: boolean },
): string | null => {
  const attribute = attributeTitle.exec(title)?.[1];
  if (hasAttributes && attribute) return toAttributeField(attribute);
  const normalized = normalizeHeader(title);
  const match = fields.find(({ field, title: fieldTitle, aliases = [] }) =>
    [field, fieldTitle, ...aliases].some((name) => normalizeHeader(name) === normalized),
  );
  return match?.field ?? null;
};

export const encodings = {
  'utf-8': 'UTF-8',
  'utf-16le': 'UTF-16',
  'utf-16be': 'UTF-16 (big-endian)',
  'windows-1252': 'Windows-1252 (Western Europe)',
  macintosh: 'Mac Roman',
  'windows-1250': 'Windows-1250 (Central Europe)',
  'windows-1251': 'Windows-1251 (Cyrillic)',
  'koi8-r': 'KOI8-R (Russian)',
  shift_jis: 'Shift-JIS (Japanese)',
  'euc-jp': 'EUC-JP (Japanese)',
  gbk: 'GBK (Simplified Chinese)',
  big5: 'Big5 (Traditional Chinese)',
  'euc-kr': 'EUC-KR (Korean)',
} as const;
export type Encoding = keyof typeof encodings;

export const encodingNames = Object.keys(encodings) as [Encoding, ...Encoding[]];

export const delimiters = {
  ',': 'Comma ,',
  ';': 'Semicolon ;',
  '\t': 'Tab',
  '|': 'Vertical bar |',
} as const;
export type Delimiter = keyof typeof delimiters;
export const delimiterNames = Object.keys(delimiters) as [Delimiter, ...Delimiter[]];
