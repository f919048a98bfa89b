import type { RecentChange } from '#shared/home.ts';
import { findResource } from '#shared/resources/index.ts';
import { getFieldLabel } from '../kinds/field-diff.tsx';
import { getKind } from '../kinds/index.tsx';
import { formatNames } from '../record-paths.ts';

const verbs = {
  create: 'added',
  update: 'changed',
  delete: 'deleted',
  purge: 'permanently deleted',
} as const;

/** Longer values don't fit into a line. */
const maxValueLength = 40;

/** "changed Price 45 → 48", "changed Price and Status", or the verb alone; and what joins it to the record's name. */
export const describeChange = ({
  resource: name,
  action,
  changedFields,
  before,
  after,
}: Omit<RecentChange, 'total'>): { text: string; preposition: 'in' | 'of' | '' } => {
  const resource = findResource(name);
  const [first] = changedFields;
  if (!resource || !first) return { text: verbs[action], preposition: '' };
  const labels = formatNames(
    changedFields.slice(0, 2).map((changed) => getFieldLabel(resource, changed)),
    changedFields.length,
  );
  const field = resource.fields[first];
  const kind = field && getKind(field);
  if (field && kind && before && after && kind.getPart?.(field) !== 'media') {
    const [old, current] = [before, after].map((record) => kind.format({ field, name: first, record }) || 'none');
    const isShort = [old, current].every((text) => text && text.length <= maxValueLength);
    if (isShort && old !== current) return { text: `changed ${labels} ${old} → ${current}`, preposition: 'in' };
  }
  return { text: `changed ${labels}`, preposition: 'of' };
};
