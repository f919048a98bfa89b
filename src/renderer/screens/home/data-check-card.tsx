import { IconCloudX, IconDatabaseExclamation, IconFileUnknown, IconUnlink } from '@tabler/icons-react';
import type { DataCheckSummary, FailedBackup } from '#shared/home.ts';
import { formatCount, joinSentences } from '#shared/resource-kit/labels.ts';
import { findResource } from '#shared/resources/index.ts';
import { getRecordPath } from '../../resource-kit/record-paths.ts';
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
