import { IconHistory } from '@tabler/icons-react';
import type { RecentChange } from '#shared/home.ts';
import { formatCountInSentence, inSentence } from '#shared/resource-kit/labels.ts';
import { findResource } from '#shared/resources/index.ts';
import { getResourceIcon } from '../../resource-kit/declared-screens.ts';
import { getAuthorName } from '../../resource-kit/history/author-name.ts';
import { getHistoryPath } from '../../resource-kit/history/history.tsx';
import { getListPath } from '../../resource-kit/record-paths.ts';
import { formatTimeOrDay } from '../../ui/format.ts';
import { HomeCard, HomeItem } from './home-card.tsx';
import type { HomeQuery } from './use-home.ts';

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
