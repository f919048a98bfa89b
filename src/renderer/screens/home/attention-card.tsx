import {
  IconBell,
  IconCategory,
  IconChecklist,
  IconCoin,
  IconFileDescription,
  IconGift,
  IconHash,
  IconMessageCircle,
  IconPhotoOff,
  IconPhotoX,
} from '@tabler/icons-react';
import { getHomeFilters, type HomeCountName, homeCounts } from '#shared/home.ts';
import { formatCount } from '#shared/resource-kit/labels.ts';
import { findResource } from '#shared/resources/index.ts';
import type { Icon } from '../../resource-kit/declared-screens.ts';
import type { ConfiguredColumn } from '../../resource-kit/list/column-settings.ts';
import { getListPath } from '../../resource-kit/record-paths.ts';
import { useUserId } from '../../resource-kit/session-store.ts';
import { HomeCard, HomeItem } from './home-card.tsx';
import type { HomeQuery } from './use-home.ts';

type AttentionItem = { label: string; icon: Icon; format: (total: number) => string };

const pick = (total: number, one: string, many: string): string => (total === 1 ? one : many);

const describeProducts = (lack: string) => (total: number) =>
  `${formatCount(total, 'product')} ${pick(total, 'has', 'have')} ${lack}`;

/** Names and sentences of the counts that the server returns. */
export const attentionItems: Readonly<Record<HomeCountName, AttentionItem>> = {
  productsWithoutImage: {
    label: 'Products without image',
    icon: IconPhotoOff,
    format: describeProducts('no image'),
  },
  productsWithoutPrice: {
    label: 'Products without price',
    icon: IconCoin,
    format: describeProducts('no price'),
  },
  productsWithoutCategory: {
    label: 'Products without category',
    icon: IconCategory,
    format: describeProducts('no category'),
  },
  productsWithoutDescription: {
    label: 'Products without description',
    icon: IconFileDescription,
    format: describeProducts('no description'),
  },
  variantsWithoutImage: {
    label: 'Variants without image',
    icon: IconPhotoX,
    format: describeProducts('variants without an image'),
  },
  variantsWithoutSku: {
    label: 'Variants without SKU',
    icon: IconHash,
    format: describeProducts('variants without a SKU'),
  },
  incompleteProducts: {
    label: 'Incomplete products',
    icon: IconChecklist,
    format: (total) => `${formatCount(total, 'product')} ${pick(total, 'is', 'are')} incomplete`,
  },
  inactiveCategories: {
    label: 'Inactive categories with active products',
    icon: IconCategory,
    format: (total) =>
      `${pick(total, '1 inactive category has', `${total.toLocaleString('en')} inactive categories have`)} active products`,
  },
  expiredGifts: {
    label: 'Expired gifts',
    icon: IconGift,
    format: (total) => `${formatCount(total, 'active gift')} ${pick(total, 'has', 'have')} expired`,
  },
  unreadNotifications: {
    label: 'Unread notifications',
    icon: IconBell,
    format: (total) => `You have ${formatCount(total, 'unread notification')}`,
  },
  openChats: {
    label: 'Open chats',
    icon: IconMessageCircle,
    format: (total) => `${formatCount(total, 'chat')} ${pick(total, 'is', 'are')} open`,
  },
};

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
