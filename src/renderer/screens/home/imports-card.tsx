import { IconFileImport } from '@tabler/icons-react';
import type { RecentImport } from '#shared/home.ts';
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

export const ImportsCard = ({ home }: { home: HomeQuery }) => {
  const imports = home.data?.imports ?? [];
  return (
    <HomeCard title="Imports" count={imports.length} query={home} emptyText="No imports in the last 7 days.">
      {imports.map((item) => (
        <HomeItem
          key={item._id}
          icon={IconFileImport}
          to={item.kind === product.name ? product.paths.import : undefined}
          end={formatTimeOrDay(item.updatedAt)}
          detail={describeProgress(item)}
        >
          <strong>{findResource(item.kind)?.labelPlural ?? 'Import'}</strong>
        </HomeItem>
      ))}
    </HomeCard>
  );
};
