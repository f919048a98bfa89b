import { z } from 'zod';
import type { CreateOf, RecordOf, Resource, UpdateOf } from './define-resource.ts';
import { displayNameOf, type Field, type FieldKind, isFileField, statuses } from './fields.ts';

/** Page sizes: 10 unless asked for, never more than 500. */
export const defaultPageSize = 10;
export const maxPageSize = 500;

const maxLengths = { line: 500, multiline: 10_000, richText: 5_000_000 };

const requiredText = (field: Field) => `${field.label} is required`;
const tooLong = (field: Field, length: number) =>
  `${field.label} can have at most ${length.toLocaleString('en')} characters`;

const textSchema = (field: Field, maxLength: number) => {
  const schema = z
    .string({ error: `${field.label} must be text` })
    .trim()
    .max(maxLength, tooLong(field, maxLength));
  return field.isRequired ? schema.min(1, requiredText(field)) : schema;
};

const nullable = (field: Field, schema: z.ZodType) => (field.isRequired ? schema : schema.nullable());

/** An empty choice in a form arrives as '' and means nothing chosen. */
const emptyIsNull = (schema: z.ZodType) => z.preprocess((value) => (value === '' ? null : value), schema);

const isCalendarDay = (value: string) => {
  const day = new Date(`${value}T00:00:00Z`);
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(value);
};

type ValueSchemas = { [K in FieldKind]: (field: Extract<Field, { kind: K }>) => z.ZodType };

const fileSchema = (field: Field) =>
  emptyIsNull(
    nullable(
      field,
      z.string({ error: field.isRequired ? requiredText(field) : `${field.label} must be a file` }),
    ),
  );

const valueSchemas: ValueSchemas = {
  text: (field) =>
    textSchema(field, field.maxLength ?? (field.isMultiline ? maxLengths.multiline : maxLengths.line)),
  richText: (field) => textSchema(field, maxLengths.richText),
  status: (field) => z.enum(statuses, { error: `${field.label} must be ${statuses.join(' or ')}` }),
  number: (field) => {
    let schema = z.number({
      error: field.isRequired ? requiredText(field) : `${field.label} must be a number`,
    });
    if (field.isInteger) schema = schema.int(`${field.label} must be a whole number`);
    if (field.min !== undefined)
      schema = schema.min(field.min, `${field.label} must be at least ${field.min}`);
    if (field.max !== undefined)
      schema = schema.max(field.max, `${field.label} must be at most ${field.max}`);
    return z.preprocess(
      (value) => (value === '' ? null : typeof value === 'string' && value.trim() ? Number(value) : value),
      nullable(field, schema),
    );
  },
  date: (field) =>
    emptyIsNull(
      nullable(
        field,
        z
          .string({ error: field.isRequired ? requiredText(field) : `${field.label} must be a date` })
          .transform((value) => value.slice(0, 10))
          .refine(isCalendarDay, `${field.label} must be a date`),
      ),
    ),
  choice: (field) =>
    emptyIsNull(
      nullable(
        field,
        z.enum(
          field.options.map((option) => option.value),
          {
            error: `${field.label} must be one of ${field.options.map((option) => option.label).join(', ')}`,
          },
        ),
      ),
    ),
  reference: (field) => emptyIsNull(nullable(field, z.string({ error: requiredText(field) }))),
  image: fileSchema,
  pdf: fileSchema,
  video: fileSchema,
};

// The map is keyed by kind, so the field always fits the function that its own kind picks.
const valueSchema = (field: Field): z.ZodType =>
  (valueSchemas[field.kind] as (field: Field) => z.ZodType)(field);

const isTextual = (field: Field) => field.kind === 'text' || field.kind === 'richText';

/** The value of a field that was not given. */
export const emptyValueOf = (field: Field): unknown => {
  if (field.kind === 'status') return 'ACTIVE';
  return isTextual(field) ? '' : null;
};

/** Names in a record that only the server sets; a client may send them back, and they are ignored. */
const readOnlyNames = (resource: Resource): string[] => [
  '_id',
  'id',
  'createdAt',
  'updatedAt',
  ...Object.keys(resource.fields)
    .filter((name) => resource.fields[name]?.kind === 'reference')
    .map(displayNameOf),
];

/** Nothing, as a client says it with null, is the empty text in a text. */
const nullIsEmptyText = (field: Field, schema: z.ZodType) =>
  isTextual(field) ? z.preprocess((value) => value ?? '', schema) : schema;

/** A missing field takes its empty value; a missing required one falls through to its own message. */
const createValueSchema = (field: Field): z.ZodType => {
  if (field.isRequired) return nullIsEmptyText(field, valueSchema(field));
  const empty = emptyValueOf(field);
  return z.preprocess((value) => value ?? empty, valueSchema(field)).default(empty);
};

const updateValueSchema = (field: Field): z.ZodType => nullIsEmptyText(field, valueSchema(field)).optional();

const writeShape = (resource: Resource, toSchema: (field: Field) => z.ZodType) =>
  Object.fromEntries(Object.entries(resource.fields).map(([name, field]) => [name, toSchema(field)]));

const messages = {
  error: (issue: z.core.$ZodRawIssue) =>
    issue.code === 'unrecognized_keys'
      ? `Unknown field: ${(issue.keys as string[]).join(', ')}`
      : 'The values of the record are expected, by field',
};

/** Parses a body whose read-only names were taken out. */
const withoutNames = (names: string[], shape: Record<string, z.ZodType>) => {
  const ignored = new Set(names);
  const isObject = (body: unknown): body is object =>
    typeof body === 'object' && body !== null && !Array.isArray(body);
  return z.preprocess(
    (body) =>
      isObject(body) ? Object.fromEntries(Object.entries(body).filter(([name]) => !ignored.has(name))) : body,
    z.strictObject(shape, messages),
  );
};

/** Parses the body of a POST: gives every field a value. */
export const createSchema = <R extends Resource>(resource: R): z.ZodType<CreateOf<R>> =>
  withoutNames(
    [...readOnlyNames(resource), 'version'],
    writeShape(resource, createValueSchema),
  ) as unknown as z.ZodType<CreateOf<R>>;

/** Parses the body of a PATCH: only what is sent changes; `version` guards against overwriting. */
export const updateSchema = <R extends Resource>(resource: R): z.ZodType<UpdateOf<R>> =>
  withoutNames(readOnlyNames(resource), {
    ...writeShape(resource, updateValueSchema),
    version: z.int('version must be a whole number').positive('version starts at 1').optional(),
  }) as unknown as z.ZodType<UpdateOf<R>>;

const readShape = (field: Field): z.ZodType => {
  if (field.kind === 'status') return z.enum(statuses);
  if (isTextual(field)) return z.string();
  if (field.kind === 'number') return z.number().nullable();
  return z.string().nullable();
};

/** A record as the server gives it. */
export const recordSchema = <R extends Resource>(resource: R): z.ZodType<RecordOf<R>> => {
  const names = Object.entries(resource.fields);
  return z.object({
    _id: z.string(),
    ...Object.fromEntries(names.map(([name, field]) => [name, readShape(field)])),
    ...Object.fromEntries(
      names
        .filter(([, field]) => field.kind === 'reference')
        .map(([name]) => [displayNameOf(name), z.string().nullable()]),
    ),
    version: z.number(),
    createdAt: z.string(),
    updatedAt: z.string(),
  }) as unknown as z.ZodType<RecordOf<R>>;
};

/** Names of the fields by whose value a list can be narrowed: enumerations and references. */
export const filterNames = (resource: Resource): string[] =>
  Object.entries(resource.fields)
    .filter(([, field]) => field.kind === 'status' || field.kind === 'choice' || field.kind === 'reference')
    .map(([name]) => name);

/** Names of the fields by which a list can be sorted. */
export const sortNames = (resource: Resource): string[] => [
  ...Object.entries(resource.fields)
    .filter(([, field]) => !isFileField(field) && field.kind !== 'richText' && field.kind !== 'reference')
    .map(([name]) => name),
  'createdAt',
  'updatedAt',
];

/** A list's query after parsing. */
export type ListQuery = {
  pageIndex: number;
  pageSize: number;
  query: string;
  sort: { field: string; direction: 'asc' | 'desc' } | null;
  /** By field name; a filter set to nothing or to All is left out. */
  filters: Record<string, string>;
  isForSelect: boolean;
};

const isAnyValue = (value: string) => value === '' || value.toLowerCase() === 'all';

const filterValue = (field: Field | undefined, value: string): string => {
  const allowed =
    field?.kind === 'status'
      ? statuses
      : field?.kind === 'choice'
        ? field.options.map((option) => option.value)
        : [];
  return allowed.find((candidate) => candidate.toLowerCase() === value.toLowerCase()) ?? value;
};

/** Parses the query of a list. Unknown parameters are ignored; enumerations ignore case. */
export const listQuerySchema = (resource: Resource) => {
  const filters = filterNames(resource);
  const sortable = sortNames(resource);
  return z
    .object({
      pageIndex: z.coerce
        .number()
        .int('pageIndex must be a whole number')
        .min(0, 'pageIndex starts at 0')
        .max(1_000_000)
        .default(0),
      pageSize: z.coerce
        .number()
        .int('pageSize must be a whole number')
        .min(1, 'pageSize must be at least 1')
        .max(maxPageSize, `pageSize can be at most ${maxPageSize}`)
        .default(defaultPageSize),
      query: z.string().max(200, 'query can have at most 200 characters').default(''),
      sort: z.string().max(100).default(''),
      forSelect: z.string().optional(),
      ...Object.fromEntries(filters.map((name) => [name, z.string().max(200).optional()])),
    })
    .transform((raw, context): ListQuery => {
      const values = raw as unknown as Record<string, string | undefined>;
      const field = raw.sort.replace(/^-/, '');
      if (field && !sortable.includes(field)) {
        context.addIssue({
          code: 'custom',
          path: ['sort'],
          message: `sort can be one of ${sortable.join(', ')}`,
        });
      }
      return {
        pageIndex: raw.pageIndex,
        pageSize: raw.pageSize,
        query: raw.query.trim(),
        sort: field ? { field, direction: raw.sort.startsWith('-') ? 'desc' : 'asc' } : null,
        filters: Object.fromEntries(
          filters.flatMap((name) => {
            const value = values[name];
            return value === undefined || isAnyValue(value)
              ? []
              : [[name, filterValue(resource.fields[name], value)]];
          }),
        ),
        isForSelect: raw.forSelect === 'true',
      };
    });
};
