import type { ImportableName } from '#shared/import.ts';
import { importFields, listKnownTitles } from '#shared/import-columns.ts';
import { nameKey } from '#shared/normalize-text.ts';
import type { RecordFiles, Resource } from '#shared/resource-kit/define-resource.ts';
import { createSchema } from '#shared/resource-kit/schemas.ts';
import { findResource } from '#shared/resources/index.ts';
import { normalizeEmail } from '../../auth/accounts.ts';
import { filesColumn } from '../../database/schema.ts';
import type { Row } from '../../database/tables.ts';
import { type AppError, fromZodError } from '../../lib/app-error.ts';
import { getFileInfos } from '../../records/record-files.ts';
import { createRepository } from '../../records/repository.ts';
import type { Draft } from '../../records/write.ts';
import { assertRequiredColumn, mapColumns } from '../columns.ts';
import { type Importer, writeRecords } from '../importer.ts';
import { loadLookups, resolveReferences, scanRows } from '../lookup.ts';
import { type ParsedRow, parseRow, toRowErrors } from './parse-rows.ts';

export type ImportableResource = {
  resource: Resource;
  /** The fields that identify an existing record. */
  key: readonly string[];
  defaults?: Row;
  normalizeValues?: (values: Row) => Row;
};

/** Users are imported without passwords and get one afterwards. */
const userImport: Omit<ImportableResource, 'resource'> = {
  key: ['email'],
  defaults: { role: 'USER' },
  normalizeValues: (values) =>
    typeof values.email === 'string' ? { ...values, email: normalizeEmail(values.email) } : values,
};

const defaultKey = ({ titleField, fields }: Resource): string[] => [
  titleField,
  ...Object.keys(fields).filter((name) => fields[name]?.kind === 'reference' && fields[name].isRequired),
];

export const findImportable = (name: ImportableName): ImportableResource => {
  const resource = findResource(name);
  if (!resource) throw new Error(`There is no resource ${name}`);
  return name === 'user' ? { resource, ...userImport } : { resource, key: defaultKey(resource) };
};

/** Workbooks end lines with LF only, so CRLF doesn't count as a difference. */
const withLineFeeds = (value: unknown) =>
  JSON.stringify(value ?? null, (_key, part) =>
    typeof part === 'string' ? part.replace(/(?<!\r)\r+\n/g, '\n') : part,
  );

const isPlain = (value: unknown): boolean =>
  typeof value === 'string' ? !value.includes('\r') : typeof value !== 'object';

const isSame = (item: unknown, other: unknown): boolean => {
  const [a, b] = [item ?? null, other ?? null];
  if (a === b) return true;
  // Converting both to JSON takes many times as long, and most values are short texts.
  if (a === null || b === null || (isPlain(a) && isPlain(b))) return false;
  return withLineFeeds(item) === withLineFeeds(other);
};

/**
 * Returns the values of a row that differ from the existing record. A file without a name in the row keeps its name.
 */
export const changedValues = (current: Row, values: Row): Row => {
  const changes: Row = {};
  for (const name in values) {
    if (name !== filesColumn && !isSame(current[name], values[name])) changes[name] = values[name];
  }
  if (values[filesColumn] === undefined) return changes;
  const known = getFileInfos(current);
  const named = Object.entries(values[filesColumn] as RecordFiles).filter(
    ([name, info]) => name in changes || (info?.name && info.name !== known[name]?.name),
  );
  if (named.length > 0) changes[filesColumn] = Object.fromEntries(named);
  return changes;
};

type Resolved = { row: number; values: Row; id: string | undefined };
type ResourceWrite = Draft & { row: number };

/** Importer of a resource: each row is a record, matched by its key. */
export const createResourceImporter = ({
  resource,
  key,
  defaults,
  normalizeValues = (values) => values,
}: ImportableResource): Importer<ParsedRow> => {
  const fields = importFields(resource);
  const schema = createSchema(resource);
  const [requiredField = resource.titleField] = key;
  const toKey = (values: Row) => key.map((name) => nameKey(values[name])).join('\n');
  const headers = new Map<string, string>();
  const headerFor = (field: string) => headers.get(field) ?? resource.fields[field]?.label ?? field;

  return {
    fields,
    knownHeaders: listKnownTitles(fields),
    read: async function* (sheet, { context, report }) {
      const columns = mapColumns(sheet, { fields, report });
      assertRequiredColumn(columns, { fields, requiredFields: [requiredField] });
      for (const { title, field } of columns) headers.set(field, title);
      for await (const rows of sheet.batches) {
        for (const row of rows) {
          report.row();
          const draft = await parseRow(row, { resource, columns, requiredField, headerFor, context, report });
          if (draft) yield { ...draft, values: normalizeValues(draft.values) };
        }
      }
    },

    prepare: async ({ context, write, report }) => {
      const { database } = write;
      const lookups = await loadLookups(database, resource);
      const known = new Map<string, string[]>();
      for await (const rows of scanRows(database, { resource, columns: key })) {
        for (const row of rows) known.set(toKey(row), [...(known.get(toKey(row)) ?? []), String(row._id)]);
      }
      const rowNumberByKey = new Map<string, number>();

      const resolve = (draft: ParsedRow): Resolved | null => {
        const { row } = draft;
        const { ids, errors } = resolveReferences(draft, { resource, lookups });
        const values = { ...draft.values, ...ids };
        const recordKey = toKey(values);
        const found = known.get(recordKey) ?? [];
        const value = String(values[requiredField] ?? '');
        const fail = (message: string) => errors.push({ row, column: headerFor(requiredField), message, value });
        if (errors.length === 0 && rowNumberByKey.has(recordKey))
          fail(`This ${resource.label.toLowerCase()} is already in row ${rowNumberByKey.get(recordKey)}`);
        if (errors.length === 0 && found.length > 1) {
          fail(`${found.length} ${resource.labelPlural.toLowerCase()} have this name`);
        }
        rowNumberByKey.set(recordKey, rowNumberByKey.get(recordKey) ?? row);
        if (errors.length === 0) return { row, values, id: found[0] };
        report.fail(errors);
        return null;
      };

      return async (drafts) => {
        const resolved = drafts.flatMap((draft) => resolve(draft) ?? []);
        const ids = resolved.flatMap(({ id }) => id ?? []);
        const rowsById = await createRepository(resource, database).findRowsById(ids, { forUpdate: true });
        const created: ResourceWrite[] = [];
        const changed: ResourceWrite[] = [];
        for (const { row, values, id } of resolved) {
          const current = rowsById.get(id ?? '');
          if (current) {
            const changes = changedValues(current, values);
            if (Object.keys(changes).length > 0) changed.push({ row, id, current, values: changes });
            else report.count('unchanged', 1);
            continue;
          }
          const parsed = schema.safeParse({ ...defaults, ...values });
          if (parsed.success) created.push({ row, values: parsed.data as Row });
          else report.fail(toRowErrors(fromZodError(parsed.error), { row, headerFor }));
        }
        const toErrors = ({ row }: ResourceWrite, error: AppError) => toRowErrors(error, { row, headerFor });
        const target = { resource, context, write, report, toErrors };
        await writeRecords('create', created, target);
        await writeRecords('update', changed, target);
      };
    },
  };
};
