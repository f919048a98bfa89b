import type { Resource } from '#shared/resource/define-resource.ts';
import { referencesTo } from '#shared/resources/index.ts';
import { Failure } from '../failure.ts';
import { forgetFileUses } from '../files/file-uses.ts';
import type { Database } from '../storage/tables.ts';
import { createRepository } from './repository.ts';

/** "Regions" inside a sentence is "regions"; an abbreviation such as "FAQs" stays. */
const inSentence = (label: string) =>
  /^[A-Z][a-z]/.test(label) ? label[0]?.toLowerCase() + label.slice(1) : label;

const counted = (count: number, resource: Resource) =>
  `${count} ${inSentence(count === 1 ? resource.label : resource.labelPlural)}`;

const listed = (parts: string[]) =>
  parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')} and ${parts.at(-1)}`;

type Doomed = { resource: Resource; ids: string[] };

/** Everything that goes with the records, dependents first, and what holds them. */
const follow = async (
  { resource, ids }: Doomed,
  database: Database,
): Promise<{ doomed: Doomed[]; users: Map<Resource, Set<string>> }> => {
  const doomed: Doomed[] = [];
  const users = new Map<Resource, Set<string>>();
  for (const reference of referencesTo(resource.name)) {
    const repository = createRepository(reference.resource, database);
    const found = await repository.findReferring({ fieldName: reference.fieldName, ids });
    if (found.length === 0) continue;
    if (reference.onDelete === 'restrict') {
      users.set(reference.resource, new Set([...(users.get(reference.resource) ?? []), ...found]));
      continue;
    }
    const further = await follow({ resource: reference.resource, ids: found }, database);
    doomed.push(...further.doomed);
    for (const [user, userIds] of further.users) {
      users.set(user, new Set([...(users.get(user) ?? []), ...userIds]));
    }
  }
  return { doomed: [...doomed, { resource, ids }], users };
};

/** Refuses to delete a record that others use; gives what goes with it otherwise. */
export const findDoomed = async ({
  resource,
  id,
  title,
  database,
}: {
  resource: Resource;
  id: string;
  title: string;
  database: Database;
}): Promise<Doomed[]> => {
  const { doomed, users } = await follow({ resource, ids: [id] }, database);
  const goesAlong = new Set(doomed.flatMap((group) => group.ids));
  const usedBy = [...users].flatMap(([user, ids]) => {
    const staying = [...ids].filter((userId) => !goesAlong.has(userId));
    return staying.length === 0 ? [] : [counted(staying.length, user)];
  });
  if (usedBy.length === 0) return doomed;
  throw new Failure({
    kind: 'conflict',
    message: `${resource.label} "${title}" cannot be deleted: it is used by ${listed(usedBy)}`,
  });
};

/** Deletes records in the given order, and what is noted of their files. */
export const removeDoomed = async (doomed: Doomed[], database: Database): Promise<void> => {
  for (const { resource, ids } of doomed) {
    await forgetFileUses({ database, resource: resource.name, recordIds: ids });
    await createRepository(resource, database).remove(ids);
  }
};
