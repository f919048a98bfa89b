/** Field types as pure data, from which schemas, tables, forms and columns follow. */

type FieldOptions = {
  /** Shown above the field and in error messages. */
  label: string;
  /** The server rejects a record without a value. Forms mark the field with an asterisk. */
  isRequired?: boolean;
  requiredMessage?: string;
  /** Whether the parameter `query` searches this field, or the title of the record to which it refers. */
  isSearchable?: boolean;
  help?: string;
  /** Beyond the specification: neither shown nor sent if the server keeps only that. */
  isExtra?: boolean;
  /** Lists can't be sorted by it, which saves an index. */
  isUnsorted?: boolean;
};

export type TextField = FieldOptions & {
  kind: 'text';
  maxLength?: number;
  isMultiline?: boolean;
  /** Identifies a record: a search for the whole code finds this record first. */
  isCode?: boolean;
  /** A colour such as #c0392f, which is shown beside its text. */
  isColor?: boolean;
  /** An address or a path on the website. */
  isLink?: boolean;
  /** A text of a certain form: a code with a check digit, one with a fixed length, or a change of prices. */
  code?: 'gtin' | 'hsn' | 'priceFormula';
  /** The image field whose alternative text it is: what the image shows, or `decorativeAlt`. Empty: not given yet. */
  altOf?: string;
  /** Restricts the input in forms; the server accepts any text. */
  inputType?: 'email' | 'tel';
  /** Example in the API description, if the label would not be a valid value. */
  example?: string;
};
/** The end of an address: unique within a resource, and made from the title if it is left empty. */
export type SlugField = FieldOptions & { kind: 'slug' };
export type RichTextField = FieldOptions & { kind: 'richText' };
export type NumberField = FieldOptions & {
  kind: 'number';
  isInteger?: boolean;
  min?: number;
  max?: number;
  /** The place of a record among others, which users set by arranging them. */
  isPosition?: boolean;
  /** The reference to the record among whose dependents it counts. */
  within?: string;
};
/** An amount with two decimal places, stored exactly. */
export type MoneyField = FieldOptions & { kind: 'money' };
export type BooleanField = FieldOptions & { kind: 'boolean' };
export type DateField = FieldOptions & { kind: 'date' };
type StatusField = FieldOptions & { kind: 'status' };
export type ChoiceOption = { value: string; label: string };
export type SelectField = FieldOptions & {
  kind: 'choice';
  options: readonly ChoiceOption[];
  initial?: string;
};
export type MultiSelectField = FieldOptions & { kind: 'choices'; options: readonly ChoiceOption[] };
export type ReferenceField = FieldOptions & {
  kind: 'reference';
  to: string;
  /** `restrict` prevents deleting a record in use; `cascade` deletes the dependents as well. */
  onDelete: 'restrict' | 'cascade';
};
/** A reference derived from another one: the country of a state is its region's country. */
export type InheritedField = FieldOptions & {
  kind: 'inherited';
  to: string;
  /** The reference field of this resource through which the value is derived. */
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

/** Captions as WebVTT for the video in another field of the record. */
export type CaptionsField = FieldOptions & { kind: 'captions'; captionsOf: string };

/** A file of any supported type. */
export type MediaField = FieldOptions & { kind: 'media' };
export type FileField = ImageField | PdfField | VideoField | CaptionsField | MediaField;
export type Field =
  | TextField
  | SlugField
  | RichTextField
  | NumberField
  | MoneyField
  | BooleanField
  | DateField
  | StatusField
  | SelectField
  | MultiSelectField
  | ReferenceField
  | InheritedField
  | FileField;
export type FieldKind = Field['kind'];
export type Fields = Record<string, Field>;

export const statuses = ['ACTIVE', 'INACTIVE'] as const;
export type Status = (typeof statuses)[number];

const ofKind =
  <F extends Field>(kind: F['kind']) =>
  <const O extends Omit<F, 'kind'>>(options: O) =>
    ({ kind, ...options }) as const;

/** One line of text, or several with `isMultiline`; at most `maxLength` characters. */
export const text = ofKind<TextField>('text');

/** Formatted text as HTML, sanitized on write and on render. */
export const richText = ofKind<RichTextField>('richText');

export const number = ofKind<NumberField>('number');

/** The place of a record in an order that users arrange. Records without one come last. */
export const position = (options: Pick<NumberField, 'within' | 'isUnsorted'> = {}) =>
  ({
    kind: 'number',
    label: 'Position',
    isInteger: true,
    min: 0,
    isExtra: true,
    isPosition: true,
    ...options,
  }) as const;

/** An amount of money: a number or decimal text with at most two decimal places. */
export const money = ofKind<MoneyField>('money');
export const boolean = ofKind<BooleanField>('boolean');

/** A calendar day as `YYYY-MM-DD`, shown as DD MMM YYYY. */
export const date = ofKind<DateField>('date');

/** ACTIVE or INACTIVE; ACTIVE for a new record. */
export const status = (options: Pick<FieldOptions, 'isExtra'> & { label?: string } = {}) =>
  ({ kind: 'status', label: 'Status', ...options }) as const;

/** Options whose values are their labels. */
export const asOptions = <const V extends string>(values: readonly V[]) =>
  values.map((value) => ({ value, label: value }));

export const choice = ofKind<SelectField>('choice');

/** Any number of a fixed set of values, in the order sent. */
export const choices = ofKind<MultiSelectField>('choices');

/** A parent's parent: set by the server, read with its display name, usable as a filter. */
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

/** List filter by the user who saved a record last. A resource that declares it stores that user. */
export const updatedBy = (): ReferenceField => ({
  kind: 'reference',
  label: 'Updated by',
  to: 'user',
  onDelete: 'restrict',
  isExtra: true,
});

export const image = ofKind<ImageField>('image');
export const pdf = ofKind<PdfField>('pdf');
export const video = ofKind<VideoField>('video');
export const media = ofKind<MediaField>('media');

export const captions = (options: Pick<CaptionsField, 'captionsOf'>) =>
  ({
    kind: 'captions',
    label: 'Captions',
    help: 'The spoken words and important sounds of the video',
    isExtra: true,
    ...options,
  }) as const;

/** How a record appears on the website: its address, and its title, description and picture in search results. */
export const pageFields = () =>
  ({
    slug: {
      kind: 'slug',
      label: 'Slug',
      help: 'The end of its address on the website. Empty: made from the name',
      isExtra: true,
      isUnsorted: true,
    },
    seoTitle: text({
      label: 'SEO headline',
      help: 'The title in search results. Empty: the name',
      isExtra: true,
      isUnsorted: true,
    }),
    seoDescription: text({
      label: 'SEO summary',
      help: 'The text below it. Empty: the beginning of the description',
      isMultiline: true,
      maxLength: 1000,
      isExtra: true,
      isUnsorted: true,
    }),
    seoImage: image({
      label: 'SEO picture',
      help: 'The picture where the page is shared. Empty: the record’s own',
      isExtra: true,
    }),
  }) as const;

export const pageFieldNames = ['slug', 'seoTitle', 'seoDescription', 'seoImage'] as const;

/** Whether a field is about the page of a record on the website. */
export const isPageField = (name: string): boolean => pageFieldNames.some((each) => each === name);

/** Whether each record has a page on the website. */
export const hasPages = ({ fields }: { fields: Fields }): boolean => 'slug' in fields;

export const altNameOf = (imageName: string): string => `${imageName}Alt`;

/** The alternative text of a picture that shows nothing of importance: readers of websites skip it. */
export const decorativeAlt = '(decorative)';

/** Returns the `alt` of an `img` element: empty for a decorative picture, undefined if no text was given. */
export const toImgAlt = (alt: unknown): string | undefined => {
  if (typeof alt !== 'string' || alt === '') return undefined;
  return alt.toLowerCase() === decorativeAlt ? '' : alt;
};

export const maxAltLength = 500;

const toAltField = (altOf: string, { label }: Pick<ImageField, 'label'>): TextField =>
  text({
    label: `Alternative text of ${label.replace(/^(Upload|Attach) /, '')}`,
    help: 'What the picture shows, for people who can’t see it',
    altOf,
    maxLength: maxAltLength,
    isExtra: true,
    isUnsorted: true,
  });

/** Adds the alternative text of each image after it. */
export const withAltFields = (fields: Fields): Fields =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([name, field]): [string, Field][] => [
      [name, field],
      ...(field.kind === 'image' ? [[altNameOf(name), toAltField(name, field)] as [string, Field]] : []),
    ]),
  );

/** Whether a field is the place of a record in an arranged order, which no form or list shows. */
export const isPositionField = (field: Field): boolean => field.kind === 'number' && field.isPosition === true;

/** Whether a field is shown with its image and not by itself. */
export const isAltField = (field: Field): boolean => field.kind === 'text' && field.altOf !== undefined;

const fileKinds: readonly FieldKind[] = ['image', 'pdf', 'video', 'captions', 'media'];
export const isFileField = (field: Field): field is FileField => fileKinds.includes(field.kind);

export const isNumericField = (field: Field): field is NumberField | MoneyField =>
  field.kind === 'number' || field.kind === 'money';

export const hasFileFields = ({ fields }: { fields: Fields }): boolean => Object.values(fields).some(isFileField);

/** Whether a field holds the id of another record, read together with that record's name. */
export const isReferenceField = (field: Field): field is ReferenceField | InheritedField =>
  field.kind === 'reference' || field.kind === 'inherited';

export const listReferenceFields = ({ fields }: { fields: Fields }): { name: string; to: string }[] =>
  Object.entries(fields).flatMap(([name, field]) => (isReferenceField(field) ? [{ name, to: field.to }] : []));

/** Returns the name of a reference's display name field: `countryName` for `countryId`. */
export const displayNameOf = (fieldName: string): string => fieldName.replace(/Id$/, 'Name');

/** Whether the empty value of a field is an empty string. */
export const isTextual = (field: Field): boolean => ['text', 'slug', 'richText'].includes(field.kind);

export const defaultValueOf = (field: Field): unknown => {
  if (field.kind === 'status') return 'ACTIVE';
  if (field.kind === 'choice') return field.initial ?? null;
  if (field.kind === 'boolean') return false;
  if (field.kind === 'choices') return [];
  return isTextual(field) ? '' : null;
};
