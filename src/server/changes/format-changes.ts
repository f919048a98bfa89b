import { type LiveChange, maxLiveIds } from '#shared/live.ts';
import { can } from '#shared/permissions.ts';
import type { Role } from '#shared/roles.ts';
import type { Change } from './read-changes.ts';

type Formatted = Partial<Record<Role, LiveChange[]>>;

/** Many streams pass the same changes on. */
const formatted = new WeakMap<readonly Change[], Formatted>();

const groupChanges = (changes: readonly Change[], role: Role): LiveChange[] => {
  const groups = new Map<string, { resource: string; action: Change['action']; ids: Set<string> }>();
  for (const { resource, action, recordId } of changes) {
    if (!can({ role, action: 'read', resource })) continue;
    const key = `${resource} ${action}`;
    const group = groups.get(key) ?? { resource, action, ids: new Set<string>() };
    groups.set(key, group);
    group.ids.add(recordId);
  }
  return [...groups.values()].map(({ ids, ...group }) => ({
    ...group,
    ids: ids.size > maxLiveIds ? null : [...ids],
  }));
};

/** The changes of records that a role may read, without their contents. */
export const formatChanges = (changes: readonly Change[], role: Role): LiveChange[] => {
  const byRole = formatted.get(changes) ?? {};
  formatted.set(changes, byRole);
  byRole[role] ??= groupChanges(changes, role);
  return byRole[role];
};
