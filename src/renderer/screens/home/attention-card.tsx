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

/** Names of the counts that the server returns, and what follows the number of one and of several. */
export const attentionItems: Readonly<Record<HomeCountName, { label: string; icon: Icon; text: [string, string] }>> = {
  productsWithoutImage: {
    label: 'Products without image',
    icon: IconPhotoOff,
    text: ['product has no image', 'products have no image'],
  },
  productsWithoutPrice: {
    label: 'Products without price',
    icon: IconCoin,
    text: ['product has no price', 'products have no price'],
  },
  productsWithoutCategory: {
    label: 'Products without category',
    icon: IconCategory,
    text: ['product has no category', 'products have no category'],
  },
  productsWithoutDescription: {
    label: 'Products without description',
    icon: IconFileDescription,
    text: ['product has no description', 'products have no description'],
  },
  variantsWithoutImage: {
    label: 'Variants without image',
    icon: IconPhotoX,
    text: ['product has variants without an image', 'products have variants without an image'],
  },
  variantsWithoutSku: {
    label: 'Variants without SKU',
    icon: IconHash,
    text: ['product has variants without a SKU', 'products have variants without a SKU'],
  },
  incompleteProducts: {
    label: 'Incomplete products',
    icon: IconChecklist,
    text: ['product is incomplete', 'products are incomplete'],
  },
  inactiveCategories: {
    label: 'Inactive categories with active products',
    icon: IconCategory,
    text: ['inactive category has active products', 'inactive categories have active products'],
  },
  expiredGifts: {
    label: 'Expired gifts',
    icon: IconGift,
    text: ['active gift has expired', 'active gifts have expired'],
  },
  unreadNotifications: {
    label: 'Unread notifications',
    icon: IconBell,
    text: ['unread notification', 'unread notifications'],
  },
  openChats: { label: 'Open chats', icon: IconMessageCircle, text: ['chat is open', 'chats are open'] },
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
        const { icon, text } = attentionItems[count.name];
        const [label, labelPlural] = text;
        const resource = findResource(count.resource);
        return (
          <HomeItem key={count.name} icon={icon} to={resource && getListPath(resource, getHomeFilters(count, userId))}>
            <strong>{formatCount(total, { label, labelPlural })}</strong>
          </HomeItem>
        );
      })}
    </HomeCard>
  );
};
