import { checkFilterName } from '#shared/resource-kit/check-filter.ts';
import type { Resource } from '#shared/resource-kit/define-resource.ts';
import { altNameOf } from '#shared/resource-kit/fields.ts';
import { resources } from '#shared/resources/index.ts';
import { describeTextIssues } from '#shared/text-issues.ts';
import { readSetting, saveSetting } from '../database/settings.ts';
import { type Database, type Row, resourceTables } from '../database/tables.ts';
import { inChunks, insertRows } from '../database/write-rows.ts';
import type { OperationsContext } from './hooks.ts';

/** Numbers of pictures without alternative text, and of formatted texts to check. */
export type Findings = { pictures: number; texts: number };

/** `part`: '' for the fields of the record, or the name of its related data. */
type FindingsChange = { recordId: string; part: string; before: Findings | null; after: Findings };

const isChecked = ({ extraFilters = {} }: Resource): boolean => checkFilterName in extraFilters;

type Checked = { kind: 'image' | 'richText'; name: string; inputs: string[] };

const listChecked = ({ fields, site }: Resource): Checked[] =>
  (site?.fields ?? []).flatMap((name): Checked[] => {
    const kind = fields[name]?.kind;
    if (kind === 'image') return [{ kind, name, inputs: [name, altNameOf(name)] }];
    return kind === 'richText' ? [{ kind, name, inputs: [name] }] : [];
  });

const checkRow = (resource: Resource, row: Row): Findings => {
  const found = { pictures: 0, texts: 0 };
  for (const { kind, name } of listChecked(resource)) {
    if (kind === 'image' && row[name] && !row[altNameOf(name)]) found.pictures += 1;
    if (kind === 'richText' && describeTextIssues(String(row[name] ?? '')) !== null) found.texts += 1;
  }
  return found;
};

export const saveFindings = async (
  database: Database,
  { name: resource }: Pick<Resource, 'name'>,
  changes: readonly FindingsChange[],
): Promise<void> => {
  const changed = changes.filter(
    ({ before, after }) => before?.pictures !== after.pictures || before?.texts !== after.texts,
  );
  for (const { recordId, part, before } of changed) {
    if (!before || before.pictures + before.texts === 0) continue;
    const stored = database.deleteFrom('finding').where('resource', '=', resource).where('recordId', '=', recordId);
    await stored.where('part', '=', part).execute();
  }
  const rows = changed.flatMap(({ recordId, part, after }) =>
    after.pictures + after.texts > 0 ? [{ resource, recordId, part, ...after }] : [],
  );
  // A server of an earlier version may have left rows behind.
  await insertRows(database, { table: 'finding', rows, onConflict: 'skip' });
};

/** Checks written records whose pictures or texts have changed. */
export const checkWritten = async (
  database: Database,
  resource: Resource,
  changes: readonly { row: Row; current: Row | null }[],
): Promise<void> => {
  if (!isChecked(resource)) return;
  const inputs = listChecked(resource).flatMap((checked) => checked.inputs);
  const affected = changes.filter(({ row, current }) => inputs.some((name) => row[name] !== current?.[name]));
  const toChange = ({ row, current }: (typeof changes)[number]): FindingsChange => ({
    recordId: String(row._id),
    part: '',
    before: current && checkRow(resource, current),
    after: checkRow(resource, row),
  });
  await saveFindings(database, resource, affected.map(toChange));
};

export const deleteFindings = async (database: Database, resource: Resource, ids: readonly string[]): Promise<void> => {
  if (!isChecked(resource)) return;
  await database.deleteFrom('finding').where('resource', '=', resource.name).where('recordId', 'in', ids).execute();
};

/** Returns the findings of all records by resource. */
export const countFindings = async (database: Database): Promise<Map<string, Findings>> => {
  const rows = await database
    .selectFrom('finding')
    .select(({ fn }) => ['resource', fn.sum('pictures').as('pictures'), fn.sum('texts').as('texts')])
    .groupBy('resource')
    .execute();
  return new Map(
    rows.map(({ resource, pictures, texts }) => [resource, { pictures: Number(pictures), texts: Number(texts) }]),
  );
};

const checkedSetting = 'areFindingsStored';

/** Checks the records of an earlier version, once. */
export const checkAll = async ({ databaseHandle, getHooks }: OperationsContext): Promise<void> => {
  if (await readSetting(databaseHandle.database, checkedSetting)) return;
  await databaseHandle.transaction(async (database) => {
    await database.deleteFrom('finding').execute();
    for (const resource of resources.filter(isChecked)) {
      const table = resourceTables(database).selectFrom(resource.name);
      const ids = (await table.select('_id').execute()).map(({ _id }) => String(_id));
      for (const chunk of inChunks(ids)) {
        const rows = await table.selectAll().where('_id', 'in', chunk).execute();
        await checkWritten(
          database,
          resource,
          rows.map((row) => ({ row, current: null })),
        );
        await getHooks(resource.name).related?.check?.(database, chunk);
      }
    }
    await saveSetting(database, checkedSetting, 'true');
  });
};
