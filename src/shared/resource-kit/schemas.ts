import { z } from 'zod';
import type { CreateOf, RecordOf, Resource, UpdateOf } from './define-resource.ts';
import { exampleId, exampleTime, inputExample, outputExample } from './examples.ts';
import {
  defaultValueOf,
  displayNameOf,
  type Field,
  isReferenceField,
  isTextual,
  listReferenceFields,
} from './fields.ts';
import { fixedOptions } from './labels.ts';
import {
  defaultPageSize,
  exportFormats,
  filterableFields,
  findFilter,
  maxPageSize,
  sortableFields,
} from './list-fields.ts';
import { fileInputShape, fileOutputShape, inputSchema, outputSchema } from './values.ts';

/** Names that only the server sets. Clients may send them back, and the server ignores them. */
const readOnlyNames = (resource: Resource): string[] => [
  '_id',
  'id',
  'createdAt',
  'updatedAt',
  ...listReferenceFields(resource).map(({ name }) => displayNameOf(name)),
];

/** Accepts null as an empty string in text fields. */
const nullIsEmptyText = (field: Field, schema: z.ZodType) =>
  isTextual(field) ? z.preprocess((value) => value ?? '', schema) : schema;

/** Gives a missing field its default; a missing required field fails with its own message. */
const createValueSchema = (field: Field): z.ZodType => {
  const empty = defaultValueOf(field);
  const hasValue = empty !== '' && empty !== null;
  if (field.isRequired && !hasValue) return nullIsEmptyText(field, inputSchema(field));
  return z.preprocess((value) => value ?? empty, inputSchema(field)).default(empty);
};

const updateValueSchema = (field: Field): z.ZodType => nullIsEmptyText(field, inputSchema(field)).optional();

const writeShape = (resource: Resource, toSchema: (field: Field) => z.ZodType) =>
  Object.fromEntries(
    Object.entries(resource.fields).map(([name, field]) => [
      name,
      toSchema(field).meta({ description: field.label, example: inputExample(field) }),
    ]),
  );

export type ExtraFields = Record<string, z.ZodType>;

/**
 * Builds a schema when it is first used, and once per resource unless fields are added. An app has thousands of schemas,
 * and building all of them took a third of the server's start.
 */
const lazySchema = <Schema extends z.ZodType>(build: (resource: Resource, extra: ExtraFields) => Schema) => {
  const schemas = new WeakMap<Resource, z.ZodLazy<Schema>>();
  return (resource: Resource, extra?: ExtraFields): z.ZodLazy<Schema> => {
    const schema = (!extra && schemas.get(resource)) || z.lazy(() => build(resource, extra ?? {}));
    if (!extra) schemas.set(resource, schema);
    return schema;
  };
};

const messages = {
  error: (issue: z.core.$ZodRawIssue) =>
    issue.code === 'unrecognized_keys'
      ? `Unknown field: ${(issue.keys as string[]).join(', ')}`
      : 'Send an object with the record’s fields',
};

const strictBodySchema = (names: string[], shape: ExtraFields) => {
  const ignored = new Set(names.filter((name) => !(name in shape)));
  const isObject = (body: unknown): body is object => typeof body === 'object' && body !== null && !Array.isArray(body);
  return z.preprocess(
    (body) => (isObject(body) ? Object.fromEntries(Object.entries(body).filter(([name]) => !ignored.has(name))) : body),
    z.strictObject(shape, messages),
  );
};

/** Parses the body of a POST: gives every field a value. */
export const createSchema = lazySchema((resource, extra) =>
  strictBodySchema([...readOnlyNames(resource), 'version'], {
    ...writeShape(resource, createValueSchema),
    ...fileInputShape(resource),
    ...extra,
  }),
) as unknown as <R extends Resource>(resource: R, extra?: ExtraFields) => z.ZodType<CreateOf<R>>;

/** Parses the body of a PATCH: missing fields stay unchanged; `version` prevents overwriting newer changes. */
export const updateSchema = lazySchema((resource, extra) =>
  strictBodySchema(readOnlyNames(resource), {
    ...writeShape(resource, updateValueSchema),
    ...fileInputShape(resource),
    version: z.int('version must be a whole number').positive('version starts at 1').optional().meta({
      description: 'Version of the record that was edited. If it is outdated, the response is 409',
      example: 1,
    }),
    ...extra,
  }),
) as unknown as <R extends Resource>(resource: R, extra?: ExtraFields) => z.ZodType<UpdateOf<R>>;

/** A record in a response. */
export const recordSchema = lazySchema((resource) => {
  const names = Object.entries(resource.fields);
  const time = z.string().meta({ example: exampleTime });
  return z.object({
    _id: z.string().meta({ example: exampleId(resource.name) }),
    ...Object.fromEntries(
      names.map(([name, field]) => [name, outputSchema(field).meta({ example: outputExample(field) })]),
    ),
    ...Object.fromEntries(
      names
        .filter(([, field]) => isReferenceField(field))
        .map(([name, field]) => [displayNameOf(name), z.string().nullable().meta({ example: field.label })]),
    ),
    ...fileOutputShape(resource),
    version: z.number().meta({ example: 1 }),
    createdAt: time,
    updatedAt: time,
  });
}) as unknown as <R extends Resource>(resource: R) => z.ZodType<RecordOf<R>>;

export const pageShape = {
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
};

/** For lists whose pages can be too large for one response. */
export const cursorShape = {
  cursor: z.coerce.number().int().min(0).optional().meta({
    description: 'The `nextCursor` of a response with the first part of this page',
    example: 0,
  }),
};

export const searchQuerySchema = z.string().max(200, 'query can be up to 200 characters').default('');

export type ListCriteria = {
  query: string;
  sort: { field: string; direction: 'asc' | 'desc' } | null;
  /** By field name, without empty filters and `All`. */
  filters: Record<string, string>;
};

export type ListQuery = ListCriteria & {
  pageIndex: number;
  pageSize: number;
  cursor?: number | undefined;
  isForSelect: boolean;
  isForSnapshot?: boolean;
  /** Of a select list; all records without it. */
  limit?: number | undefined;
};

const isAnyValue = (value: string) => value === '' || value.toLowerCase() === 'all';

const filterValue = (field: Field | undefined, value: string): string => {
  const options = field && fixedOptions(field);
  return options?.find((option) => option.value.toLowerCase() === value.toLowerCase())?.value ?? value;
};

const amountTextSchema = (field: Field) =>
  z.string().superRefine((value, context) => {
    if (isAnyValue(value)) return;
    for (const { message } of inputSchema(field).safeParse(value).error?.issues ?? [])
      context.addIssue({ code: 'custom', message });
  });

const filterSchema = (field: Field | undefined) => {
  const text = z.string().max(200);
  const schema = (field?.kind === 'money' ? amountTextSchema(field) : text).optional();
  return field ? schema.meta({ description: field.label, example: String(outputExample(field)) }) : schema;
};

const criteriaShape = (resource: Resource) => {
  const filters = filterableFields(resource);
  return {
    query: searchQuerySchema,
    sort: z
      .string()
      .max(100)
      .default('')
      .meta({
        description: `One of ${sortableFields(resource).join(', ')}; prefix with - for descending order`,
      }),
    ...Object.fromEntries(filters.map((name) => [name, filterSchema(findFilter(resource, name))])),
  };
};

const toCriteria = (
  resource: Resource,
  raw: { query: string; sort: string },
  context: z.RefinementCtx,
): ListCriteria => {
  const values = raw as unknown as Record<string, string | undefined>;
  const field = raw.sort.replace(/^-/, '');
  if (field && !sortableFields(resource).includes(field)) {
    context.addIssue({
      code: 'custom',
      path: ['sort'],
      message: `sort can be one of ${sortableFields(resource).join(', ')}`,
    });
  }
  return {
    query: raw.query.trim(),
    sort: field ? { field, direction: raw.sort.startsWith('-') ? 'desc' : 'asc' } : null,
    filters: Object.fromEntries(
      filterableFields(resource).flatMap((name) => {
        const value = values[name];
        return value === undefined || isAnyValue(value) ? [] : [[name, filterValue(findFilter(resource, name), value)]];
      }),
    ),
  };
};

/** Parses the query of a list. Unknown parameters are ignored; enumerations ignore case. */
export const listQuerySchema = lazySchema((resource) =>
  z
    .object({
      ...pageShape,
      ...cursorShape,
      ...criteriaShape(resource),
      forSelect: z
        .string()
        .optional()
        .meta({ description: 'Set to true to get only the labels and ids of all records', example: 'false' }),
      snapshot: z.string().optional().meta({
        description: 'Set to true to get only the total and a snapshot for `/bulk`',
        example: 'false',
      }),
      limit: z.coerce
        .number()
        .int('limit must be a whole number')
        .min(1, 'limit must be at least 1')
        .max(maxPageSize, `limit can be at most ${maxPageSize}`)
        .optional()
        .meta({ description: 'With forSelect=true: only the first records by label', example: 200 }),
    })
    .transform(
      (raw, context): ListQuery => ({
        ...toCriteria(resource, raw, context),
        pageIndex: raw.pageIndex,
        pageSize: raw.pageSize,
        cursor: raw.cursor,
        isForSelect: raw.forSelect === 'true',
        isForSnapshot: raw.snapshot === 'true',
        limit: raw.limit,
      }),
    ),
);

export const exportQuerySchema = lazySchema((resource) =>
  z
    .object({
      format: z.enum(exportFormats, { error: `format must be ${exportFormats.join(' or ')}` }),
      ...criteriaShape(resource),
    })
    .transform((raw, context) => ({ ...toCriteria(resource, raw, context), format: raw.format })),
);
