import { Box } from '@mantine/core';
import {
  IconCircleCheck,
  IconCloudX,
  IconDatabaseExclamation,
  IconFileExport,
  IconFileImport,
  IconFileUnknown,
  IconHistory,
  IconPencil,
  IconUnlink,
  IconWebhook,
  IconX,
} from '@tabler/icons-react';
import type { DataCheckSummary, FailedBackup, RecentChange, RecentExport, RecentImport } from '#shared/home.ts';
import {
  formatCount,
  formatCountInSentence,
  inSentence,
  joinSentences,
  withArticle,
} from '#shared/resource-kit/labels.ts';
import { getRecordImage } from '#shared/resource-kit/list-fields.ts';
import { screenPaths } from '#shared/resource-kit/paths.ts';
import { findResource } from '#shared/resources/index.ts';
import { product } from '#shared/resources/product.ts';
import { extraRoutes } from '#shared/routes.ts';
import { findScreens, getResourceIcon } from '../../resource-kit/declared-screens.ts';
import { describeChange } from '../../resource-kit/history/describe-change.ts';
import { getAuthorName, getHistoryPath } from '../../resource-kit/history/history.tsx';
import { sheetParam } from '../../resource-kit/list-params.ts';
import { fillPathWithRecord, getAddPath, getListPath, getRecordPath } from '../../resource-kit/record-paths.ts';
import type { Draft } from '../../resource-kit/save/stored-saves.ts';
import { useDrafts } from '../../resource-kit/save/use-draft.tsx';
import { formatDateTime, formatTimeOrDay } from '../../ui/format.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { RecordPicture } from '../../ui/record-picture.tsx';
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

/** Webhooks that were paused. Only admins get them. */
export const WebhooksCard = ({ home }: { home: HomeQuery }) => {
  const items = (home.data?.pausedWebhooks ?? []).map(({ _id, url, pausedAt }) => ({
    key: _id,
    icon: IconWebhook,
    to: extraRoutes.website,
    title: 'A webhook is paused',
    detail: `${url} gets no messages about changes. Check the receiver, then resume the webhook.`,
    end: pausedAt === null ? '' : formatTimeOrDay(pausedAt),
  }));
  return items.length > 0 && <HomeCard title="Website" items={items} query={home} emptyText="" />;
};

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
  const items = (home.data?.changes ?? []).map((change) => ({
    key: change.changeId,
    icon: findResource(change.resource) ? getResourceIcon(change.resource) : IconHistory,
    author: getAuthorName(change),
    to: getPath(change),
    title: (
      <>
        {getAuthorName(change)} <span className={classes.muted}>{Object.values(describeChange(change)).join(' ')}</span>{' '}
        {change.total === 1 && <RecordPicture image={change.image} size={20} />}
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

/** The records that a new office needs, until it has one of each. */
export const FirstStepsCard = ({ home, onHide }: { home: HomeQuery; onHide: () => void }) => {
  const items = (home.data?.firstSteps ?? []).flatMap(({ resource: name, isDone }) => {
    const resource = findResource(name);
    if (!resource) return [];
    return [
      {
        key: name,
        icon: isDone ? IconCircleCheck : getResourceIcon(name),
        title: `Add ${withArticle(resource.label)}`,
        detail: isDone ? 'Done' : findScreens(name)?.purpose,
        to: isDone ? undefined : getAddPath(resource, {}),
      },
    ];
  });
  if (items.length === 0) return null;
  return (
    <HomeCard title="First steps" items={items} count={0} query={home} emptyText="">
      <Box ms="auto">
        <IconButton isSmall label="Hide first steps" icon={<IconX size="1rem" />} onClick={onHide} />
      </Box>
    </HomeCard>
  );
};

/** Unsaved changes of the user on this computer. */
export const DraftsCard = () => {
  const drafts = useDrafts();
  const items = (drafts.data ?? []).slice(0, maxDrafts).map((draft) => {
    const resource = findResource(draft.resource);
    return {
      key: draft.id,
      icon: resource ? getResourceIcon(resource.name) : IconPencil,
      image: resource && getRecordImage(resource, { ...draft.base, ...draft.values }),
      to: getFormPath(draft),
      title: getTitle(draft),
      detail: resource?.label ?? 'Comment',
      end: formatTimeOrDay(draft.savedAt),
    };
  });
  const emptyText = 'Unsaved changes of a closed window or after a crash appear here.';
  return <HomeCard title="Drafts" items={items} count={drafts.data?.length} query={drafts} emptyText={emptyText} />;
};
