/** What a field is: pure data, from which schemas, tables, forms and columns follow. */

type FieldOptions = {
  /** What a person reads above the field and in error messages. */
  label: string;
  /** The server refuses a record without a value. Marked with an asterisk in forms. */
  isRequired?: boolean;
  /** Its text is found by `query`. */
  isSearchable?: boolean;
  /** One sentence shown below the field in forms. */
  help?: string;
};

export type TextField = FieldOptions & { kind: 'text'; maxLength?: number; isMultiline?: boolean };
export type RichTextField = FieldOptions & { kind: 'richText' };
export type NumberField = FieldOptions & { kind: 'number'; isInteger?: boolean; min?: number; max?: number };
export type DateField = FieldOptions & { kind: 'date' };
type StatusField = FieldOptions & { kind: 'status' };
export type ChoiceOption = { value: string; label: string };
export type ChoiceField = FieldOptions & { kind: 'choice'; options: readonly ChoiceOption[] };
export type ReferenceField = FieldOptions & {
  kind: 'reference';
  /** Name of the resource that is referred to. */
  to: string;
  /** `restrict` refuses to delete a record in use; `cascade` takes the dependent records along. */
  onDelete: 'restrict' | 'cascade';
};
export type ImageField = FieldOptions & { kind: 'image' };
export type PdfField = FieldOptions & { kind: 'pdf' };
export type VideoField = FieldOptions & { kind: 'video' };

export type FileField = ImageField | PdfField | VideoField;
export type Field =
  | TextField
  | RichTextField
  | NumberField
  | DateField
  | StatusField
  | ChoiceField
  | ReferenceField
  | FileField;

export type FieldKind = Field['kind'];
export type Fields = Record<string, Field>;

export const statuses = ['ACTIVE', 'INACTIVE'] as const;
export type Status = (typeof statuses)[number];

type Options<F extends Field> = Omit<F, 'kind'>;

/** One line of text, or several with `isMultiline`; at most `maxLength` characters. */
export const text = <const O extends Options<TextField>>(options: O) =>
  ({ kind: 'text', ...options }) as const;

/** Formatted text as HTML, sanitised when it is written and when it is shown. */
export const richText = <const O extends Options<RichTextField>>(options: O) =>
  ({ kind: 'richText', ...options }) as const;

/** A number; whole with `isInteger`, within `min` and `max`. */
export const number = <const O extends Options<NumberField>>(options: O) =>
  ({ kind: 'number', ...options }) as const;

/** A calendar day as `YYYY-MM-DD`, shown as DD MMM YYYY. */
export const date = <const O extends Options<DateField>>(options: O) =>
  ({ kind: 'date', ...options }) as const;

/** ACTIVE or INACTIVE; ACTIVE for a new record. */
export const status = (options: { label?: string } = {}) =>
  ({ kind: 'status', label: 'Status', ...options }) as const;

/** One of a fixed set of values. */
export const choice = <const O extends Options<ChoiceField>>(options: O) =>
  ({ kind: 'choice', ...options }) as const;

/** The id of a record of another resource. A field `countryId` is read together with `countryName`. */
export const reference = <
  const O extends Omit<ReferenceField, 'kind' | 'onDelete'> & Partial<Pick<ReferenceField, 'onDelete'>>,
>(
  options: O,
) => ({ kind: 'reference', onDelete: 'restrict', ...options }) as const;

/** A stored picture. */
export const image = <const O extends Options<ImageField>>(options: O) =>
  ({ kind: 'image', ...options }) as const;

/** A stored PDF. */
export const pdf = <const O extends Options<PdfField>>(options: O) => ({ kind: 'pdf', ...options }) as const;

/** A stored video. */
export const video = <const O extends Options<VideoField>>(options: O) =>
  ({ kind: 'video', ...options }) as const;

/** Whether a field holds an uploaded file. */
export const isFileField = (field: Field): field is FileField =>
  field.kind === 'image' || field.kind === 'pdf' || field.kind === 'video';

/** The name under which a reference's display name is read: `countryId` gives `countryName`. */
export const displayNameOf = (fieldName: string): string => fieldName.replace(/Id$/, 'Name');
