import type { FieldError } from '#shared/api.ts';
import type { AnyRecord, Resource } from '#shared/resource-kit/define-resource.ts';
import { displayNameOf, listReferenceFields } from '#shared/resource-kit/fields.ts';
import { inSentence } from '#shared/resource-kit/labels.ts';
import { findResource } from '#shared/resources/index.ts';
import { type Database, type Row, resourceTables, supportsRowLocks } from '../database/tables.ts';
import { validationError } from '../lib/app-error.ts';
import type { RowUpdate } from './stored-rows.ts';

/** Cache of referenced records, each read once during a write. */
export type Parents = {
  /** Reads records by id, with their titles and their resourceParents references. */
  load: (name: string, ids: Iterable<unknown>, options: { forUpdate: boolean }) => Promise<void>;
  find: (name: string, id: unknown) => Row | undefined;
};

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
