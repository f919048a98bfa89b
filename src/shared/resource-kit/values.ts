import { z } from 'zod';
import { parseDecimal } from '../import-numbers.ts';
import { nameKey, normalizeLine } from '../normalize-text.ts';
import { findGtinProblem, findHsnProblem } from '../trade-codes.ts';
import type { Resource } from './define-resource.ts';
import {
  type Field,
  type FieldKind,
  hasFileFields,
  isFileField,
  type RichTextField,
  statuses,
  type TextField,
} from './fields.ts';
import { findFormulaProblem, maxAmount } from './price-formula.ts';

const maxSlugLength = 200;
const maxLengths = { line: 500, multiline: 10_000, richText: 5_000_000 };

/** In characters. */
export const maxTextLength = ({ maxLength, isMultiline }: TextField): number =>
  maxLength ?? (isMultiline ? maxLengths.multiline : maxLengths.line);

export const requiredMessageFor = (field: Field): string => field.requiredMessage ?? `${field.label} is required`;
const tooLong = (field: Field, length: number) =>
  `${field.label} can be up to ${length.toLocaleString('en')} characters`;

/** A value of the wrong type counts as missing in a required field. */
const typeMessage = (field: Field, expected: string) =>
  field.isRequired ? requiredMessageFor(field) : `${field.label} must be ${expected}`;

/** Nothing that a browser runs, and no address of another site that looks like a path. */
const linkPattern = /^(?!www\.|\\|\/[/\\])(?:(?:https?|mailto|tel):|(?![a-z][a-z\d+.-]*:))/i;

const codeChecks = { gtin: findGtinProblem, hsn: findHsnProblem, priceFormula: findFormulaProblem };

const addProblem = (find: (text: string) => string | undefined) => (text: string, context: z.RefinementCtx) => {
  const message = find(text);
  if (message) context.addIssue({ code: 'custom', message });
};

const textSchema = (field: TextField | RichTextField, maxLength: number) => {
  const text = z.string({ error: `${field.label} must be text` });
  const isLine = field.kind === 'text' && !field.isMultiline;
  const normalized = isLine ? text.overwrite(normalizeLine) : text.trim();
  const schema = normalized.max(maxLength, tooLong(field, maxLength));
  if (field.kind === 'text' && field.isLink)
    return schema.regex(
      linkPattern,
      `${field.label} must be an address such as https://example.com, or a path such as /about`,
    );
  if (field.kind === 'text' && field.code) return schema.superRefine(addProblem(codeChecks[field.code]));
  return field.isRequired ? schema.min(1, requiredMessageFor(field)) : schema;
};

const nullable = (field: Field, schema: z.ZodType) => (field.isRequired ? schema : schema.nullable());

/** An empty select of a form sends ''. */
const emptyIsNull = (schema: z.ZodType) => z.preprocess((value) => (value === '' ? null : value), schema);

/** Number inputs of a form send text. Other text, such as 0x10, stays text and is rejected. */
const textIsNumber = (schema: z.ZodType) =>
  z.preprocess((value) => {
    if (typeof value !== 'string') return value;
    const text = normalizeLine(value);
    return text === '' ? null : (parseDecimal(text) ?? value);
  }, schema);

const matchCase = (values: readonly string[], value: string) =>
  values.find((candidate) => nameKey(candidate) === nameKey(value)) ?? value;

const caseInsensitiveEnum = (values: readonly string[], error: string | ((issue: { input?: unknown }) => string)) =>
  z.preprocess((value) => (typeof value === 'string' ? matchCase(values, value) : value), z.enum(values, { error }));

const isCalendarDay = (value: string) => {
  const day = new Date(`${value}T00:00:00Z`);
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(value);
};

const hasTwoPlaces = (amount: number) => Number(amount.toFixed(2)) === amount;

type ValueSchemas = { [K in FieldKind]: (field: Extract<Field, { kind: K }>) => z.ZodType };

const fileSchema = (field: Field) => emptyIsNull(nullable(field, z.string({ error: typeMessage(field, 'a file') })));

const valueSchemas: ValueSchemas = {
  text: (field) => textSchema(field, maxTextLength(field)),
  slug: (field) =>
    z
      .string({ error: `${field.label} must be text` })
      .overwrite(normalizeLine)
      .max(maxSlugLength, tooLong(field, maxSlugLength))
      .regex(/^([a-z0-9]+(-[a-z0-9]+)*)?$/, `${field.label} can have a–z, 0–9 and single hyphens, such as gel-pen`),
  richText: (field) => textSchema(field, maxLengths.richText),
  status: (field) => caseInsensitiveEnum(statuses, `${field.label} must be ${statuses.join(' or ')}`),
  number: (field) => {
    let schema = z.number({ error: typeMessage(field, 'a number') });
    if (field.isInteger) schema = schema.int(`${field.label} must be a whole number`);
    if (field.min !== undefined) schema = schema.min(field.min, `${field.label} must be at least ${field.min}`);
    if (field.max !== undefined) schema = schema.max(field.max, `${field.label} must be at most ${field.max}`);
    return textIsNumber(nullable(field, schema));
  },
  money: (field) =>
    textIsNumber(
      nullable(
        field,
        z
          .number({ error: typeMessage(field, 'a number') })
          .min(0, `${field.label} must be at least 0`)
          .max(maxAmount, `${field.label} must be at most ${maxAmount}`)
          .refine(hasTwoPlaces, `${field.label} can have up to two decimal places`),
      ),
    ),
  boolean: (field) => z.boolean({ error: `${field.label} must be Yes or No (true or false)` }),
  date: (field) =>
    emptyIsNull(
      nullable(
        field,
        z
          .string({ error: typeMessage(field, 'a date') })
          .transform((value) => normalizeLine(value).slice(0, 10))
          .refine(isCalendarDay, `${field.label} must be a date`),
      ),
    ),
  choice: (field) =>
    emptyIsNull(
      nullable(
        field,
        caseInsensitiveEnum(
          field.options.map((option) => option.value),
          ({ input }) =>
            field.isRequired && (input === undefined || input === null)
              ? requiredMessageFor(field)
              : `${field.label} must be one of ${field.options.map((option) => option.label).join(', ')}`,
        ),
      ),
    ),
  choices: (field) => {
    const values = field.options.map((option) => option.value);
    const message = `${field.label} must be one or more of ${field.options.map((option) => option.label).join(', ')}`;
    return z.preprocess(
      (value) => (value === '' || value === null ? [] : typeof value === 'string' ? [value] : value),
      z
        .array(z.string({ error: message }), { error: `${field.label} must be a list` })
        .transform((chosen) => [...new Set(chosen.map((value) => matchCase(values, value)))])
        // Checked as a whole, so that the error belongs to the field and not to an index in it.
        .refine((chosen) => chosen.every((value) => values.includes(value)), message),
    );
  },
  reference: (field) => emptyIsNull(nullable(field, z.string({ error: requiredMessageFor(field) }))),
  inherited: (field) => emptyIsNull(z.string({ error: `${field.label} must be an id` }).nullable()),
  image: fileSchema,
  pdf: fileSchema,
  video: fileSchema,
  captions: fileSchema,
  media: fileSchema,
};

/** Parses the value of a field in a request. */
export const inputSchema = (field: Field): z.ZodType =>
  // The map is keyed by kind, so the field always fits the function for its kind.
  (valueSchemas[field.kind] as (field: Field) => z.ZodType)(field);

export const outputSchema = (field: Field): z.ZodType => {
  switch (field.kind) {
    case 'text':
    case 'slug':
    case 'richText':
      return z.string();
    case 'status':
      return z.enum(statuses);
    case 'boolean':
      return z.boolean();
    case 'choices':
      return z.array(z.string());
    case 'number':
    case 'money':
      return z.number().nullable();
    default:
      return z.string().nullable();
  }
};

const fileInfoExample = { name: 'Autumn catalogue.pdf', size: 1_258_291 };

const dimensionSchema = z.int().positive();

const fileInfoSchema = z
  .object({
    name: z.string().nullable(),
    size: z.number(),
    width: dimensionSchema.optional(),
    height: dimensionSchema.optional(),
  })
  .meta({
    description:
      'Original file name, null if unknown, and size in bytes; width and height in pixels of an image whose dimensions are known',
  });

/** Accepts the size, which responses include, and ignores it. */
const fileInputSchema = z.object(
  {
    name: z.string({ error: 'A file name must be text' }).nullish(),
    size: z.unknown().optional(),
    width: dimensionSchema.optional(),
    height: dimensionSchema.optional(),
  },
  { error: 'A file is described as { name }' },
);

export const fileInputShape = (resource: Resource): Record<string, z.ZodType> =>
  hasFileFields(resource)
    ? {
        files: z.record(z.string(), fileInputSchema, { error: 'files must hold { name } by field' }).optional().meta({
          description:
            'Original file names by field, for files sent by their stored name. Accepts the `files` of a response unchanged; ignored for newly uploaded files, which bring their own name',
          example: {},
        }),
      }
    : {};

export const fileOutputShape = (resource: Resource): Record<string, z.ZodType> =>
  hasFileFields(resource)
    ? {
        files: z.record(z.string(), fileInfoSchema).meta({
          description: 'Original names and sizes of the record’s files, by field',
          example: Object.fromEntries(
            Object.entries(resource.fields).flatMap(([name, field]) =>
              isFileField(field) ? [[name, fileInfoExample]] : [],
            ),
          ),
        }),
      }
    : {};
