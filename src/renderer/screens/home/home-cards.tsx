import {
  IconCloudX,
  IconDatabaseExclamation,
  IconFileExport,
  IconFileImport,
  IconFileUnknown,
  IconHistory,
  IconPencil,
  IconUnlink,
} from '@tabler/icons-react';
import type { DataCheckSummary, FailedBackup, RecentChange, RecentExport, RecentImport } from '#shared/home.ts';
import { formatCount, formatCountInSentence, inSentence, joinSentences } from '#shared/resource-kit/labels.ts';
import { screenPaths } from '#shared/resource-kit/paths.ts';
import { findResource } from '#shared/resources/index.ts';
import { product } from '#shared/resources/product.ts';
import { getResourceIcon } from '../../resource-kit/declared-screens.ts';
import { getAuthorName, getHistoryPath } from '../../resource-kit/history/history.tsx';
import { getFieldLabel } from '../../resource-kit/kinds/field-diff.tsx';
import { getKind } from '../../resource-kit/kinds/index.tsx';
import { sheetParam } from '../../resource-kit/list-params.ts';
import {
  fillPathWithRecord,
  formatNames,
  getAddPath,
  getListPath,
  getRecordPath,
} from '../../resource-kit/record-paths.ts';
import type { Draft } from '../../resource-kit/save/stored-saves.ts';
import { useDrafts } from '../../resource-kit/save/use-draft.tsx';
import { formatDateTime, formatTimeOrDay } from '../../ui/format.ts';
import classes from './home.module.css';
import { HomeCard, type HomeQuery } from './home-card.tsx';

const leftovers = { label: 'leftover entry', labelPlural: 'leftover entries' };

const listDamage = ({ isDamaged, missingFiles, orphanRows, checkedAt }: DataCheckSummary) => {
  const unlisted = missingFiles.total - missingFiles.listed.length;
  return [
    isDamaged && {
      key: 'damage',
      icon: IconDatabaseExclamation,
      title: 'The database is damaged',
      detail: 'Restore a backup. New entries may be lost.',
      end: formatTimeOrDay(checkedAt),
    },
    ...missingFiles.listed.map(({ resource: name, recordId, field, file, title }) => {
      const resource = findResource(name);
      return {
        key: `${recordId} ${field} ${file}`,
        icon: IconFileUnknown,
        to: resource && getRecordPath(resource, { _id: recordId }),
        title: title || resource?.label || name,
        detail: `${resource?.fields[field]?.label ?? 'File'} is missing. Upload it again, or restore a backup.`,
      };
    }),
    unlisted > 0 && {
      key: 'unlisted',
      icon: IconFileUnknown,
      title: formatCount(unlisted, 'more missing file'),
      detail: 'The command check:data on the server lists all of them.',
    },
    orphanRows > 0 && {
      key: 'leftovers',
      icon: IconUnlink,
      title: formatCount(orphanRows, leftovers),
      detail: 'The command check:data on the server names their tables.',
    },
  ].filter((item) => item !== false);
};

const describeBackup = ({ failedAt, reason, lastBackupAt }: FailedBackup) => {
  const last = lastBackupAt && `The last backup is from ${formatDateTime(lastBackupAt)}`;
  return {
    key: 'backup',
    icon: IconCloudX,
    title: 'The scheduled backup failed',
    detail: joinSentences([reason, last ?? 'No scheduled backup has been made yet']),
    end: formatTimeOrDay(failedAt),
  };
};

/** Damage that the last check of all data found, and a failed backup. Only admins get them. */
export const DataCheckCard = ({ home }: { home: HomeQuery }) => {
  const { dataCheck, failedBackup } = home.data ?? {};
  const items = [...(failedBackup ? [describeBackup(failedBackup)] : []), ...(dataCheck ? listDamage(dataCheck) : [])];
  return items.length > 0 && <HomeCard title="Data problems" items={items} query={home} emptyText="" />;
};

const verbs = {
  create: 'added',
  update: 'changed',
  delete: 'deleted',
  purge: 'permanently deleted',
} as const;

const getPath = ({ resource: name, recordId, total }: RecentChange): string | undefined => {
  const resource = findResource(name);
  if (!resource) return undefined;
  return total === 1 ? getHistoryPath(name, recordId) : getListPath(resource, { sort: '-updatedAt' });
};

const describeTarget = ({ resource: name, title, total }: RecentChange): string => {
  const resource = findResource(name);
  if (total > 1) return resource ? formatCountInSentence(total, resource) : `${total} items`;
  return title || `1 ${resource ? inSentence(resource.label) : 'item'}`;
};

/** Longer values don't fit into a line. */
const maxValueLength = 40;

/** "changed Price 45 → 48 in", "changed Price and Status of", or the verb alone. */
const describeAction = ({ resource: name, action, changedFields, before, after, total }: RecentChange): string => {
  const resource = findResource(name);
  const [first] = changedFields;
  if (!resource || !first || total > 1) return verbs[action];
  const labels = formatNames(
    changedFields.slice(0, 2).map((changed) => getFieldLabel(resource, changed)),
    changedFields.length,
  );
  const field = resource.fields[first];
  const kind = field && getKind(field);
  if (field && kind && before && after && kind.getPart?.(field) !== 'media') {
    const [old, current] = [before, after].map((record) => kind.format({ field, name: first, record }) || 'none');
    const isShort = [old, current].every((text) => text && text.length <= maxValueLength);
    if (isShort && old !== current) return `changed ${labels} ${old} → ${current} in`;
  }
  return `changed ${labels} of`;
};

export const ChangesCard = ({ home }: { home: HomeQuery }) => {
  const items = (home.data?.changes ?? []).map((change) => ({
    key: change.changeId,
    icon: findResource(change.resource) ? getResourceIcon(change.resource) : IconHistory,
    author: getAuthorName(change),
    to: getPath(change),
    title: (
      <>
        {getAuthorName(change)} <span className={classes.muted}>{describeAction(change)}</span>{' '}
        <strong>{describeTarget(change)}</strong>
      </>
    ),
    end: formatTimeOrDay(change.at),
  }));
  const emptyText = 'No one else has changed anything lately.';
  return <HomeCard title="Recent changes by others" items={items} query={home} emptyText={emptyText} />;
};

const describeProgress = ({ state, message, progress: { done, total } }: RecentImport): string => {
  if (state === 'waiting') return 'Waiting for another import';
  if (state !== 'running') return message;
  const count = done.toLocaleString('en');
  return total === null ? `Running: ${count}` : `Running: ${count} of ${total.toLocaleString('en')}`;
};

const toImportItem = (item: RecentImport) => ({
  key: item._id,
  icon: IconFileImport,
  to: item.kind === product.name ? product.paths.import : undefined,
  title: findResource(item.kind)?.labelPlural ?? 'Import',
  detail: describeProgress(item),
  at: item.updatedAt,
});

const toExportItem = ({ _id, createdAt, detail, userName }: RecentExport) => ({
  key: _id,
  icon: IconFileExport,
  title: detail ?? 'Export',
  detail: userName === null ? 'Exported' : `Exported by ${userName}`,
  at: createdAt,
});

/** Imports and exports, with the newest first. */
export const TransfersCard = ({ home }: { home: HomeQuery }) => {
  const { imports = [], exports = [] } = home.data ?? {};
  const items = [...imports.map(toImportItem), ...exports.map(toExportItem)]
    .sort((one, other) => other.at.localeCompare(one.at))
    .map((item) => ({ ...item, end: formatTimeOrDay(item.at) }));
  const emptyText = 'No imports or exports in the last 7 days.';
  return <HomeCard title="Imports and exports" items={items} query={home} emptyText={emptyText} />;
};

const maxDrafts = 5;

const isSheetDraft = ({ place }: Draft): boolean => place.endsWith(`?${sheetParam}=true`);

/** Address of the form, which offers the draft. */
const getFormPath = (draft: Draft): string | undefined => {
  const { resource: name, base, place } = draft;
  const resource = findResource(name);
  // Comments and sheets.
  if (!resource || isSheetDraft(draft)) return place;
  const { add, edit } = screenPaths(resource.paths);
  if (base) return edit ? fillPathWithRecord(edit, base) : getRecordPath(resource, base);
  return add ? place : getAddPath(resource, {});
};

const getTitle = (draft: Draft): string => {
  const { resource: name, base, values } = draft;
  const resource = findResource(name);
  if (isSheetDraft(draft)) return `Sheet of ${inSentence(resource?.labelPlural ?? 'items')}`;
  const titleField = resource?.titleField ?? 'text';
  const title = values[titleField] || base?.[titleField];
  if (typeof title === 'string' && title !== '') return title;
  return `New ${resource ? inSentence(resource.label) : 'item'}`;
};

/** Unsaved changes of the user on this computer. */
export const DraftsCard = () => {
  const drafts = useDrafts();
  const items = (drafts.data ?? []).slice(0, maxDrafts).map((draft) => {
    const resource = findResource(draft.resource);
    return {
      key: draft.id,
      icon: resource ? getResourceIcon(resource.name) : IconPencil,
      to: getFormPath(draft),
      title: getTitle(draft),
      detail: resource?.label ?? 'Comment',
      end: formatTimeOrDay(draft.savedAt),
    };
  });
  const emptyText = 'Unsaved changes that you leave appear here.';
  return <HomeCard title="Drafts" items={items} count={drafts.data?.length} query={drafts} emptyText={emptyText} />;
};
