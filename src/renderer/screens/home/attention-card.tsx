import { getHomeFilters, homeCounts } from '#shared/home.ts';
import { findResource } from '#shared/resources/index.ts';
import type { ConfiguredColumn } from '../../resource-kit/list/column-settings.ts';
import { getListPath } from '../../resource-kit/record-paths.ts';
import { useUserId } from '../../resource-kit/session-store.ts';
import { attentionItems } from './attention-items.ts';
import { HomeCard, HomeItem } from './home-card.tsx';
import type { HomeQuery } from './use-home.ts';

/** Records that need attention, each kind with a link to the list of them. */
export const AttentionCard = ({ home, items }: { home: HomeQuery; items: readonly ConfiguredColumn[] }) => {
  const userId = useUserId();
  const shown = items.flatMap(({ id, isVisible }) => {
    const total = home.data?.counts.find(({ name }) => name === id)?.total ?? 0;
    const count = homeCounts.find(({ name }) => name === id);
    return isVisible && count && total > 0 ? [{ count, total }] : [];
  });
  return (
    <HomeCard title="Needs attention" count={shown.length} query={home} emptyText="Nothing needs attention.">
      {shown.map(({ count, total }) => {
        const { icon, format } = attentionItems[count.name];
        const resource = findResource(count.resource);
        return (
          <HomeItem key={count.name} icon={icon} to={resource && getListPath(resource, getHomeFilters(count, userId))}>
            <strong>{format(total)}</strong>
          </HomeItem>
        );
      })}
    </HomeCard>
  );
};
