/** What a field is: pure data, from which schemas, tables, forms and columns follow. */

type FieldOptions = {
  /** What a person reads above the field and in error messages. */
  label: string;
  /** The server refuses a record without a value. Marked with an asterisk in forms. */
  isRequired?: boolean;
  /** What is said where a required value is missing, in place of "... is required". */
  requiredMessage?: string;
  /** Its text is found by `query`. */
  isSearchable?: boolean;
  /** One sentence shown below the field in forms. */
  help?: string;
};

export type TextField = FieldOptions & {
  kind: 'text';
  maxLength?: number;
  isMultiline?: boolean;
  /** What a form lets a person type; the server takes any text. */
  inputType?: 'email' | 'tel';
  /** What the description of the API shows, where the label is no value that would be taken. */
  example?: string;
};
export type RichTextField = FieldOptions & { kind: 'richText' };
export type NumberField = FieldOptions & { kind: 'number'; isInteger?: boolean; min?: number; max?: number };
/** An amount with two places, stored exactly. */
export type MoneyField = FieldOptions & { kind: 'money' };
export type BooleanField = FieldOptions & { kind: 'boolean' };
export type DateField = FieldOptions & { kind: 'date' };
type StatusField = FieldOptions & { kind: 'status' };
export type ChoiceOption = { value: string; label: string };
export type ChoiceField = FieldOptions & {
  kind: 'choice';
  options: readonly ChoiceOption[];
  /** The value of a new record that names none. */
  initial?: string;
};
/** Any number of a fixed set of values. */
export type ChoicesField = FieldOptions & { kind: 'choices'; options: readonly ChoiceOption[] };
export type ReferenceField = FieldOptions & {
  kind: 'reference';
  /** Name of the resource that is referred to. */
  to: string;
  /** `restrict` refuses to delete a record in use; `cascade` takes the dependent records along. */
  onDelete: 'restrict' | 'cascade';
};
/** A reference that follows from another one: the country of a state is its region's country. */
export type InheritedField = FieldOptions & {
  kind: 'inherited';
  to: string;
  /** The reference field of this resource through which it is inherited. */
  through: string;
};
/** A many-to-many reference, stored as pairs of ids in a join table. It works as a list filter. */
export type LinkField = ReferenceField & {
  table: string;
  /** The column with the id of this resource's record; the other column has the link's name. */
  ownColumn: string;
};
export type ImageField = FieldOptions & { kind: 'image' };
export type PdfField = FieldOptions & { kind: 'pdf' };
export type VideoField = FieldOptions & { kind: 'video' };

export type FileField = ImageField | PdfField | VideoField;
export type Field =
  | TextField
  | RichTextField
  | NumberField
  | MoneyField
  | BooleanField
  | DateField
  | StatusField
  | ChoiceField
  | ChoicesField
  | ReferenceField
  | InheritedField
  | FileField;

export type FieldKind = Field['kind'];
export type Fields = Record<string, Field>;

export const statuses = ['ACTIVE', 'INACTIVE'] as const;
export type Status = (typeof statuses)[number];

/** What declares fields of one kind. */
const ofKind =
  <F extends Field>(kind: F['kind']) =>
  <const O extends Omit<F, 'kind'>>(options: O) =>
    ({ kind, ...options }) as const;

/** One line of text, or several with `isMultiline`; at most `maxLength` characters. */
export const text = ofKind<TextField>('text');

/** Formatted text as HTML, sanitised when it is written and when it is shown. */
export const richText = ofKind<RichTextField>('richText');

/** A number; whole with `isInteger`, within `min` and `max`. */
export const number = ofKind<NumberField>('number');

/** An amount of money: a number or decimal text with at most two places. */
export const money = ofKind<MoneyField>('money');

/** Yes or no; no for a new record. */
export const boolean = ofKind<BooleanField>('boolean');

/** A calendar day as `YYYY-MM-DD`, shown as DD MMM YYYY. */
export const date = ofKind<DateField>('date');

/** ACTIVE or INACTIVE; ACTIVE for a new record. */
export const status = (options: { label?: string } = {}) =>
  ({ kind: 'status', label: 'Status', ...options }) as const;

/** One of a fixed set of values. */
export const choice = ofKind<ChoiceField>('choice');

/** Some of a fixed set of values, in the order given. */
export const choices = ofKind<ChoicesField>('choices');

/** A parent's parent: kept by the server, read with its display name, usable as a filter. */
export const inherited = ofKind<InheritedField>('inherited');

/** The id of a record of another resource. A field `countryId` is read together with `countryName`. */
export const reference = <
  const O extends Omit<ReferenceField, 'kind' | 'onDelete'> & Partial<Pick<ReferenceField, 'onDelete'>>,
>(
  options: O,
): Pick<ReferenceField, 'kind' | 'onDelete'> & O => ({ kind: 'reference', onDelete: 'restrict', ...options });

/** A many-to-many reference. Records in use can't be deleted. */
export const link = (options: Omit<LinkField, 'kind' | 'onDelete'>): LinkField => ({
  kind: 'reference',
  onDelete: 'restrict',
  ...options,
});

/** A stored picture. */
export const image = ofKind<ImageField>('image');

export const pdf = ofKind<PdfField>('pdf');

export const video = ofKind<VideoField>('video');

/** Whether a field holds an uploaded file. */
export const isFileField = (field: Field): field is FileField =>
  field.kind === 'image' || field.kind === 'pdf' || field.kind === 'video';

/** Whether a resource has fields that hold uploaded files. */
export const hasFileFields = ({ fields }: { fields: Fields }): boolean =>
  Object.values(fields).some(isFileField);

/** Whether a field holds the id of another record, read together with that record's name. */
export const isIdField = (field: Field): field is ReferenceField | InheritedField =>
  field.kind === 'reference' || field.kind === 'inherited';

/** The name under which a reference's display name is read: `countryId` gives `countryName`. */
export const displayNameOf = (fieldName: string): string => fieldName.replace(/Id$/, 'Name');
