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
import { sheetParam } from '../../resource-kit/list-params.ts';
import { fillPathWithRecord, getAddPath, getListPath, getRecordPath } from '../../resource-kit/record-paths.ts';
import type { Draft } from '../../resource-kit/save/stored-saves.ts';
import { useDrafts } from '../../resource-kit/save/use-draft.tsx';
import { formatDateTime, formatTimeOrDay } from '../../ui/format.ts';
import { HomeCard, HomeItem } from './home-card.tsx';
import type { HomeQuery } from './use-home.ts';

type MissingFile = DataCheckSummary['missingFiles']['listed'][number];

const leftovers = { label: 'leftover entry', labelPlural: 'leftover entries' };

const countProblems = ({ isDamaged, missingFiles, orphanRows }: DataCheckSummary): number =>
  Number(isDamaged) + missingFiles.total + Number(orphanRows > 0);

const MissingFileItem = ({ resource: name, recordId, field, title }: MissingFile) => {
  const resource = findResource(name);
  return (
    <HomeItem
      icon={IconFileUnknown}
      to={resource && getRecordPath(resource, { _id: recordId })}
      detail={`${resource?.fields[field]?.label ?? 'File'} is missing. Upload it again, or restore a backup.`}
    >
      <strong>{title || resource?.label || name}</strong>
    </HomeItem>
  );
};

const FailedBackupItem = ({ failedAt, reason, lastBackupAt }: FailedBackup) => (
  <HomeItem
    icon={IconCloudX}
    end={formatTimeOrDay(failedAt)}
    detail={joinSentences([
      reason,
      lastBackupAt === null
        ? 'No scheduled backup has been made yet'
        : `The last backup is from ${formatDateTime(lastBackupAt)}`,
    ])}
  >
    <strong>The scheduled backup failed</strong>
  </HomeItem>
);

const noProblems = { isDamaged: false, missingFiles: { total: 0, listed: [] }, orphanRows: 0, checkedAt: '' };

/** Damage that the last check of all data found, and a failed backup. Only admins get them. */
export const DataCheckCard = ({ home }: { home: HomeQuery }) => {
  const { dataCheck: summary = noProblems, failedBackup } = home.data ?? {};
  const count = countProblems(summary) + Number(failedBackup !== undefined);
  if (count === 0) return null;
  const { isDamaged, missingFiles, orphanRows, checkedAt } = summary;
  const unlisted = missingFiles.total - missingFiles.listed.length;
  return (
    <HomeCard title="Data problems" count={count} query={home} emptyText="">
      {failedBackup && <FailedBackupItem {...failedBackup} />}
      {isDamaged && (
        <HomeItem
          icon={IconDatabaseExclamation}
          end={formatTimeOrDay(checkedAt)}
          detail="Restore a backup. New entries may be lost."
        >
          <strong>The database is damaged</strong>
        </HomeItem>
      )}
      {missingFiles.listed.map((file) => (
        <MissingFileItem key={`${file.recordId} ${file.field} ${file.file}`} {...file} />
      ))}
      {unlisted > 0 && (
        <HomeItem icon={IconFileUnknown} detail="The command check:data on the server lists all of them.">
          <strong>{formatCount(unlisted, 'more missing file')}</strong>
        </HomeItem>
      )}
      {orphanRows > 0 && (
        <HomeItem icon={IconUnlink} detail="The command check:data on the server names their tables.">
          <strong>{formatCount(orphanRows, leftovers)}</strong>
        </HomeItem>
      )}
    </HomeCard>
  );
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

export const ChangesCard = ({ home }: { home: HomeQuery }) => {
  const changes = home.data?.changes ?? [];
  return (
    <HomeCard
      title="Recent changes by others"
      count={changes.length}
      query={home}
      emptyText="No one else has changed anything lately."
    >
      {changes.map((change) => (
        <HomeItem
          key={change.changeId}
          icon={findResource(change.resource) ? getResourceIcon(change.resource) : IconHistory}
          to={getPath(change)}
          end={formatTimeOrDay(change.at)}
        >
          {getAuthorName(change)} {verbs[change.action]} <strong>{describeTarget(change)}</strong>
        </HomeItem>
      ))}
    </HomeCard>
  );
};

const describeProgress = ({ state, message, progress: { done, total } }: RecentImport): string => {
  if (state === 'waiting') return 'Waiting for another import';
  if (state !== 'running') return message;
  const count = done.toLocaleString('en');
  return total === null ? `Running: ${count}` : `Running: ${count} of ${total.toLocaleString('en')}`;
};

const toImportItem = (item: RecentImport) => ({
  _id: item._id,
  at: item.updatedAt,
  icon: IconFileImport,
  to: item.kind === product.name ? product.paths.import : undefined,
  title: findResource(item.kind)?.labelPlural ?? 'Import',
  detail: describeProgress(item),
});

const toExportItem = ({ _id, createdAt, detail, userName }: RecentExport) => ({
  _id,
  at: createdAt,
  icon: IconFileExport,
  to: undefined,
  title: detail ?? 'Export',
  detail: userName === null ? 'Exported' : `Exported by ${userName}`,
});

/** Imports and exports, with the newest first. */
export const TransfersCard = ({ home }: { home: HomeQuery }) => {
  const { imports = [], exports = [] } = home.data ?? {};
  const items = [...imports.map(toImportItem), ...exports.map(toExportItem)].sort((one, other) =>
    other.at.localeCompare(one.at),
  );
  return (
    <HomeCard
      title="Imports and exports"
      count={items.length}
      query={home}
      emptyText="No imports or exports in the last 7 days."
    >
      {items.map(({ _id, at, title, ...item }) => (
        <HomeItem key={_id} {...item} end={formatTimeOrDay(at)}>
          <strong>{title}</strong>
        </HomeItem>
      ))}
    </HomeCard>
  );
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
  const listed = drafts.data ?? [];
  return (
    <HomeCard
      title="Drafts"
      count={listed.length}
      query={drafts}
      emptyText="Unsaved changes that you leave appear here."
    >
      {listed.slice(0, maxDrafts).map((draft) => {
        const resource = findResource(draft.resource);
        return (
          <HomeItem
            key={draft.id}
            icon={resource ? getResourceIcon(resource.name) : IconPencil}
            to={getFormPath(draft)}
            end={formatTimeOrDay(draft.savedAt)}
            detail={resource?.label ?? 'Comment'}
          >
            <strong>{getTitle(draft)}</strong>
          </HomeItem>
        );
      })}
    </HomeCard>
  );
};
