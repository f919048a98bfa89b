import { sql } from 'kysely';
import type { FieldError } from '#shared/api.ts';
import type { AnyRecord, Resource } from '#shared/resource-kit/define-resource.ts';
import { displayNameOf, listReferenceFields } from '#shared/resource-kit/fields.ts';
import { inSentence } from '#shared/resource-kit/labels.ts';
import { findResource, resources } from '#shared/resources/index.ts';
import { type Database, type Row, resourceTables, supportsRowLocks } from '../database/tables.ts';
import { inChunks } from '../database/write-rows.ts';
import { validationError } from '../lib/app-error.ts';
import { addUpdateEntries } from './add-entries.ts';
import type { Parents, WriteContext } from './hooks.ts';
import { createRepository } from './repository.ts';
import { createStamp, type RowUpdate } from './stored-rows.ts';

export const createParents = (database: Database): Parents => {
  const cache = new Map<string, Row | undefined>();
  const toKey = (name: string, id: unknown) => `${name} ${id}`;
  return {
    load: async (name, ids, { forUpdate }) => {
      const resource = findResource(name);
      if (!resource) return;
      const missing = [...new Set(ids)].filter((id) => typeof id === 'string' && !cache.has(toKey(name, id)));
      if (missing.length === 0) return;
      const rows = await resourceTables(database)
        .selectFrom(name)
        .select(['_id', resource.titleField, ...listReferenceFields(resource).map((field) => field.name)])
        .where('_id', 'in', missing)
        // A concurrent move of a parent waits for this write and then updates the new children too.
        .$if(forUpdate && supportsRowLocks(database), (query) => query.forShare())
        .execute();
      for (const id of missing) cache.set(toKey(name, id), undefined);
      for (const row of rows) cache.set(toKey(name, row._id), row);
    },
    find: (name, id) => cache.get(toKey(name, id)),
  };
};

/** Returns whether a resource and its parent refer to a common resource, as cities and states refer to a country. */
const sharesParent = (resource: Resource, parent: Resource | undefined): boolean => {
  const resourceParents = new Set(listReferenceFields(resource).map(({ to }) => to));
  return parent !== undefined && listReferenceFields(parent).some(({ to }) => resourceParents.has(to));
};

export const loadParents = async (
  parents: Parents,
  { resource, changes }: { resource: Resource; changes: readonly RowUpdate[] },
): Promise<void> => {
  const references = Object.entries(resource.fields).flatMap(([name, field]) =>
    field.kind === 'reference' ? [{ name, ...field }] : [],
  );
  const isNew = ({ row, current }: RowUpdate, name: string) =>
    typeof row[name] === 'string' && row[name] !== current?.[name];
  for (const { name, to } of references) {
    const ids = changes.flatMap((change) => (isNew(change, name) ? [change.row[name]] : []));
    if (ids.length > 0) await parents.load(to, ids, { forUpdate: sharesParent(resource, findResource(to)) });
  }
  for (const change of changes) {
    const errors: FieldError[] = references
      .filter(({ name, to }) => isNew(change, name) && !parents.find(to, change.row[name]))
      .map(({ name, label }) => ({
        field: name,
        message: `This ${inSentence(label)} no longer exists. Select another one.`,
      }));
    if (errors.length > 0) throw validationError(errors);
  }
};

/** Adds the titles of referenced records. Returns undefined if one of them was not loaded. */
export const withTitles = (resource: Resource, record: AnyRecord, parents: Parents): AnyRecord | undefined => {
  const result = { ...record };
  for (const { name, to } of listReferenceFields(resource)) {
    const id = record[name];
    const parent = typeof id === 'string' ? parents.find(to, id) : undefined;
    if (typeof id === 'string' && !parent) return undefined;
    result[displayNameOf(name)] = parent?.[findResource(to)?.titleField ?? ''] ?? null;
  }
  return result;
};

/** A field of a resource that takes its value from `parentField` of the record that `through` refers to. */
type Inheritance = {
  name: string;
  label: string;
  /** Resource that the inherited id refers to. */
  to: string;
  through: string;
  parent: Resource;
  parentField: string;
};

const getInheritances = (resource: Resource): Inheritance[] =>
  Object.entries(resource.fields).flatMap(([name, field]) => {
    if (field.kind !== 'inherited') return [];
    const through = resource.fields[field.through];
    const parent = through?.kind === 'reference' ? findResource(through.to) : undefined;
    const parentField = parent && listReferenceFields(parent).find(({ to }) => to === field.to)?.name;
    if (!parent || !parentField) {
      throw new Error(`${resource.name}.${name}: there is no ${field.to} to inherit through ${field.through}`);
    }
    return [{ name, label: field.label, to: field.to, through: field.through, parent, parentField }];
  });

/** Sets inherited values of a row from its loaded parents. Throws if an input value contradicts them. */
export const fillInherited = (
  resource: Resource,
  { row, current, input, parents }: RowUpdate & { input: Row; parents: Parents },
): Row => {
  const filled = { ...row };
  const errors: FieldError[] = [];
  for (const { name, label, through, parent, parentField } of getInheritances(resource)) {
    if (!(name in input || through in input)) continue;
    const isSame = current !== null && current[through] === row[through];
    filled[name] = isSame ? current[name] : (parents.find(parent.name, row[through])?.[parentField] ?? null);
    const value = input[name];
    if (typeof value === 'string' && value !== filled[name]) {
      const throughLabel = inSentence(resource.fields[through]?.label ?? '');
      errors.push({
        field: name,
        message: `The selected ${throughLabel} doesn’t belong to this ${inSentence(label)}`,
      });
    }
  }
  if (errors.length > 0) throw validationError(errors);
  return filled;
};

/** Sets inherited values in records and adds the updates to the history as part of the same change. */
export const setInherited = async (
  write: WriteContext,
  { resource, ids, values }: { resource: Resource; ids: string[]; values: Row },
): Promise<void> => {
  const repository = createRepository(resource, write.database);
  for (const chunk of inChunks(ids)) {
    const rows = await repository.findRows(chunk, { forUpdate: true });
    const stamp = createStamp(resource, write);
    await resourceTables(write.database)
      .updateTable(resource.name)
      .set({ ...values, ...stamp, version: sql`version + 1` })
      .where('_id', 'in', chunk)
      .execute();
    const changes = rows.map((current) => ({
      current,
      row: { ...current, ...values, ...stamp, version: Number(current.version) + 1 },
    }));
    await addUpdateEntries(write, { resource, changes });
  }
};

const cascadeInherited = async (
  write: WriteContext,
  { parent, ids, values }: { parent: Resource; ids: string[]; values: Map<string, unknown> },
): Promise<void> => {
  for (const resource of resources) {
    const affected = getInheritances(resource).filter(
      (inheritance) => inheritance.parent.name === parent.name && values.has(inheritance.to),
    );
    for (const through of new Set(affected.map((inheritance) => inheritance.through))) {
      const inherited = affected.filter((inheritance) => inheritance.through === through);
      const children = await createRepository(resource, write.database).findReferrerIds(through, ids);
      if (children.length === 0) continue;
      await setInherited(write, {
        resource,
        ids: children,
        values: Object.fromEntries(inherited.map(({ name, to }) => [name, values.get(to)])),
      });
      const passedValues = inherited.map(({ to }): [string, unknown] => [to, values.get(to)]);
      await cascadeInherited(write, { parent: resource, ids: children, values: new Map(passedValues) });
    }
  }
};

/** Updates the descendants of records that inherit a changed value. */
export const propagateInherited = async (
  write: WriteContext,
  { resource, changes }: { resource: Resource; changes: readonly RowUpdate[] },
): Promise<void> => {
  if (!resources.some((child) => getInheritances(child).some(({ parent }) => parent === resource))) return;
  for (const { row, current } of changes) {
    if (!current) continue;
    const changed = listReferenceFields(resource)
      .filter(({ name }) => current[name] !== row[name])
      .map(({ name, to }): [string, unknown] => [to, row[name]]);
    if (changed.length === 0) continue;
    await cascadeInherited(write, { parent: resource, ids: [String(row._id)], values: new Map(changed) });
  }
};
