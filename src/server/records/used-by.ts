import type { Resource } from '#shared/resource-kit/define-resource.ts';
import { listReferenceFields } from '#shared/resource-kit/fields.ts';
import { referencesTo } from '#shared/resources/index.ts';
import { maxReferrerNames, type UsedBy } from '#shared/used-by.ts';
import type { Database } from '../database/tables.ts';
import { createRepository } from './repository.ts';

export type RecordGroup = { resource: Resource; ids: string[] };

/** Records that refer to others through a field, and either block their deletion or are deleted with them. */
type Use = RecordGroup & { field: string | null; blocks: boolean };

const findFieldTo = ({ fields, links }: Resource, name: string): string | null =>
  listReferenceFields({ fields: { ...fields, ...links } }).find(({ to }) => to === name)?.name ?? null;

const mergeUses = (uses: readonly Use[]): Use[] => {
  const byField = new Map<string, Use>();
  for (const use of uses) {
    const key = [use.resource.name, use.field, use.blocks].join(' ');
    const ids = [...new Set([...(byField.get(key)?.ids ?? []), ...use.ids])];
    byField.set(key, { ...use, ids });
  }
  return [...byField.values()];
};

/**
 * Finds all references to records and to their dependents. Dependents come in the order in which they can be deleted;
 * records that are deleted themselves don't block.
 */
export const findUses = async (root: RecordGroup, database: Database): Promise<Use[]> => {
  const found: Use[] = [];
  const visit = async ({ resource, ids }: RecordGroup) => {
    for (const { resource: referrer, fieldName, onDelete } of referencesTo(resource.name)) {
      const referring = await createRepository(referrer, database).findReferrerIds(fieldName, ids);
      if (referring.length === 0) continue;
      const referrers = { resource: referrer, ids: referring };
      if (onDelete === 'cascade') await visit(referrers);
      const field = resource === root.resource ? fieldName : findFieldTo(referrer, root.resource.name);
      found.push({ ...referrers, field, blocks: onDelete === 'restrict' });
    }
  };
  await visit(root);
  const uses = mergeUses(found);
  const deleted = new Set(uses.flatMap(({ ids, blocks }) => (blocks ? [] : ids)));
  return uses
    .map((use) => (use.blocks ? { ...use, ids: use.ids.filter((id) => !deleted.has(id)) } : use))
    .filter(({ ids }) => ids.length > 0);
};

const newestFirst = (a: string, b: string) => (a < b ? 1 : -1);

export const describeUses = async (root: RecordGroup, database: Database): Promise<UsedBy[]> => {
  const usages: UsedBy[] = [];
  for (const { resource, field, blocks, ids } of await findUses(root, database)) {
    const newest = ids.toSorted(newestFirst).slice(0, maxReferrerNames);
    const rows = await createRepository(resource, database).findRows(newest);
    const names = rows
      .sort((a, b) => newestFirst(String(a._id), String(b._id)))
      .map((row) => String(row[resource.titleField] ?? ''));
    usages.push({ resource: resource.name, field, total: ids.length, blocks, names });
  }
  return usages;
};
