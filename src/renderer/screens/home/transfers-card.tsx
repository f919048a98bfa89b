import { IconFileExport, IconFileImport } from '@tabler/icons-react';
import type { RecentExport, RecentImport } from '#shared/home.ts';
import { findResource } from '#shared/resources/index.ts';
import { product } from '#shared/resources/product.ts';
import { formatTimeOrDay } from '../../ui/format.ts';
import { HomeCard, HomeItem } from './home-card.tsx';
import type { HomeQuery } from './use-home.ts';

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
