import { Avatar, Card, Group, Skeleton, Text, Title } from '@mantine/core';
import { useLocalStorage } from '@mantine/hooks';
import {
  IconBell,
  IconCategory,
  IconChecklist,
  IconChevronRight,
  IconFileAlert,
  IconFileDescription,
  IconGift,
  IconHash,
  IconMessageCircle,
  IconPhotoOff,
  IconPhotoQuestion,
  IconPhotoX,
  IconTag,
} from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import * as z from 'zod/mini';
import { getHomeFilters, type Home, type HomeCount, type HomeCountName, homeCounts } from '#shared/home.ts';
import { can } from '#shared/permissions.ts';
import { checkFilterName } from '#shared/resource-kit/check-filter.ts';
import type { AnyRecord, Resource } from '#shared/resource-kit/define-resource.ts';
import { formatCount, inSentence } from '#shared/resource-kit/labels.ts';
import { screenPaths } from '#shared/resource-kit/paths.ts';
import { findResource } from '#shared/resources/index.ts';
import { request } from '../../resource-kit/client.ts';
import type { Icon } from '../../resource-kit/declared-screens.ts';
import { type ConfiguredColumn, columnSettingsSchema } from '../../resource-kit/list/column-menu.tsx';
import { queryKeys } from '../../resource-kit/query-client.ts';
import { QueryError } from '../../resource-kit/query-error.tsx';
import { fillPathWithRecord, formatNames, getListPath } from '../../resource-kit/record-paths.ts';
import { useQueue } from '../../resource-kit/save/waiting-saves.ts';
import { useIsFullServer } from '../../resource-kit/server-level.ts';
import { useSession, useUserId } from '../../resource-kit/session-store.ts';
import { RecordPicture } from '../../ui/record-picture.tsx';
import { parseStored } from '../../ui/stored-item.ts';
import classes from './home.module.css';

const settingsSchema = z.object({
  cards: z.optional(columnSettingsSchema),
  counts: z.optional(columnSettingsSchema),
  hidesFirstSteps: z.optional(z.boolean()),
});

export type HomeSettings = z.infer<typeof settingsSchema>;

/** The user's choice and order of cards, stored on this computer. */
export const useHomeSettings = () =>
  useLocalStorage<HomeSettings>({
    key: `home.${useUserId()}`,
    defaultValue: {},
    getInitialValueInEffect: false,
    deserialize: (text) => parseStored(settingsSchema, text) ?? {},
  });

const pollIntervalMs = 2000;

const isRunning = ({ state }: Home['imports'][number]): boolean => state === 'running' || state === 'waiting';

/** Counts, changes and imports, followed while an import is running. */
export const useHome = () =>
  useQuery({
    queryKey: queryKeys.home,
    queryFn: async ({ signal }) => (await request<{ data: Home }>('GET', '/home', { signal })).data,
    enabled: useIsFullServer() === true,
    refetchInterval: ({ state }) => (state.data?.imports.some(isRunning) ? pollIntervalMs : false),
  });

export type HomeQuery = ReturnType<typeof useHome>;

type HomeItem = {
  key: string;
  icon: Icon;
  /** Shown by initials instead of the icon. */
  author?: string;
  /** Shown instead of the icon. */
  image?: string | null;
  /** Pictures of the records that the detail names. */
  images?: readonly (string | null)[];
  /** Without an address, the item is no link. */
  to?: string | undefined;
  title: ReactNode;
  detail?: string | undefined;
  /** A time, at the end of the line. */
  end?: string;
  /** Opens the first of the records, at its place in the list of them. */
  fix?: { label: string; to: string; listPath: string } | undefined;
};

const ItemContent = ({ item }: { item: HomeItem }) => {
  const { author, images = [], to, title, detail, end, fix } = item;
  return (
    <>
      {author === undefined ? (
        <span className={classes.icon}>
          <RecordPicture image={item.image} icon={item.icon} size={32} />
        </span>
      ) : (
        <Avatar size={28} name={author} alt="" />
      )}
      <span className={classes.text}>
        <span className={classes.title}>{typeof title === 'string' ? <strong>{title}</strong> : title}</span>
        {detail && (
          <span className={classes.detail}>
            {images.map((image) => (
              <RecordPicture key={image} image={image} size={20} />
            ))}
            {detail}
          </span>
        )}
      </span>
      {end && <span className={`${classes.detail} bo-tabular`}>{end}</span>}
      {to && fix && <span className={classes.action}>Show</span>}
      {to && !fix && <IconChevronRight size="1rem" aria-hidden className={classes.chevron} />}
    </>
  );
};

export const HomeCard = ({
  title,
  query,
  emptyText,
  items,
  count = items.length,
  children,
}: {
  title: string;
  query: { isPending: boolean; isError: boolean; error: unknown; refetch: () => unknown };
  emptyText: string;
  items: readonly HomeItem[];
  /** Some may be left out. */
  count?: number;
  /** At the end of the heading. */
  children?: ReactNode;
}) => (
  <Card component="section" aria-label={title} padding={0}>
    <Group gap={8} className={classes.head}>
      <Title order={2}>{title}</Title>
      {count > 0 && <span className={`${classes.count} bo-tabular`}>{count.toLocaleString('en')}</span>}
      {children}
    </Group>
    {query.isError && items.length === 0 && <QueryError query={query} />}
    {query.isPending && <Skeleton height="5rem" radius="md" m="md" w="auto" />}
    {!query.isError && !query.isPending && items.length === 0 && (
      <Text c="dimmed" fz="sm" className={classes.empty}>
        {emptyText}
      </Text>
    )}
    {items.length > 0 && (
      <ul className={classes.list}>
        {items.map((item) => (
          <li key={item.key} className={item.fix && classes.withFix}>
            {item.to ? (
              <Link to={item.to} className={classes.item}>
                <ItemContent item={item} />
              </Link>
            ) : (
              <span className={classes.item}>
                <ItemContent item={item} />
              </span>
            )}
            {item.fix && (
              <Link
                to={item.fix.to}
                state={{ listPath: item.fix.listPath }}
                className={classes.action}
                aria-label={item.fix.label}
              >
                Fix
              </Link>
            )}
          </li>
        ))}
      </ul>
    )}
  </Card>
);

type AttentionItem = { label: string; icon: Icon; text: [one: string, several: string] };

const productsWithout = (part: string, icon: Icon): AttentionItem => ({
  label: `Products without ${part}`,
  icon,
  text: [`product has no ${part}`, `products have no ${part}`],
});

/** Names of the counts that the server returns, and what follows the number of one and of several. */
export const attentionItems: Readonly<Record<HomeCountName, AttentionItem>> = {
  productsWithoutImage: productsWithout('image', IconPhotoOff),
  productsWithoutPrice: productsWithout('price', IconTag),
  productsWithoutCategory: productsWithout('category', IconCategory),
  productsWithoutDescription: productsWithout('description', IconFileDescription),
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
  imagesWithoutAlt: {
    label: 'Images without alternative text',
    icon: IconPhotoQuestion,
    text: ['image of the library has no alternative text', 'images of the library have no alternative text'],
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

/** The form of a record, or the dialog with it, if the user may change it there. */
const getFixPath = (resource: Resource, record: Pick<AnyRecord, '_id'>): string | undefined => {
  const { edit } = screenPaths(resource.paths);
  return edit && fillPathWithRecord(edit, record);
};

/** Counts whose records are changed in their forms. */
const isFixable = ({ resource }: HomeCount): boolean => resource !== 'notification' && resource !== 'helpSupport';

const findingItems = {
  pictures: {
    icon: IconPhotoQuestion,
    text: ['picture', 'pictures'],
    has: ['has', 'have'],
    lack: 'no alternative text',
  },
  texts: { icon: IconFileAlert, text: ['text', 'texts'], has: ['needs', 'need'], lack: 'a check for accessibility' },
} as const;

/** Pictures and texts that aren't accessible, by resource. */
const toFindingItem = ({ resource: name, check, total, records }: Home['findings'][number]) => {
  const resource = findResource(name);
  const { icon, text, has, lack } = findingItems[check];
  const counted = formatCount(total, { label: text[0], labelPlural: text[1] });
  const [first] = records;
  const path = first && resource && getFixPath(resource, first);
  const listPath = resource && getListPath(resource, { [checkFilterName]: check });
  return {
    key: `${name} ${check}`,
    icon,
    title: `${counted} of ${inSentence(resource?.labelPlural ?? name)} ${total === 1 ? has[0] : has[1]} ${lack}`,
    images: records.map(({ image }) => image),
    detail: formatNames(
      records.map(({ title }) => title),
      records.length,
    ),
    to: listPath,
    fix: path && listPath ? { label: `Fix ${first.title}`, to: path, listPath } : undefined,
  };
};

/** Records that need attention, each kind with a link to the list of them. */
export const AttentionCard = ({ home, counts }: { home: HomeQuery; counts: readonly ConfiguredColumn[] }) => {
  const userId = useUserId();
  const waiting = useQueue((queue) => queue.saves);
  const role = useSession()?.role ?? 'USER';
  const items = counts.flatMap(({ id, isVisible }) => {
    const { total = 0, records = [] } = home.data?.counts.find(({ name }) => name === id) ?? {};
    const count = homeCounts.find(({ name }) => name === id);
    const resource = count && findResource(count.resource);
    if (!isVisible || !resource || total === 0) return [];
    const { icon, text } = attentionItems[count.name];
    const title = formatCount(total, { label: text[0], labelPlural: text[1] });
    const listPath = getListPath(resource, getHomeFilters(count, userId));
    const toName = ({ _id, title }: (typeof records)[number]) => {
      const save = waiting.findLast((each) => each.resource === resource.name && each.recordId === _id);
      return save ? `${save.title} (pending)` : title;
    };
    const names = records.map(toName).filter(Boolean);
    const [first] = records;
    const mayFix = isFixable(count) && can({ role, action: 'update', resource: resource.name });
    const path = first && mayFix ? getFixPath(resource, first) : undefined;
    return [
      {
        key: id,
        icon,
        title,
        images: records.map(({ image }) => image),
        detail: names.length > 0 ? formatNames(names, total) : undefined,
        to: listPath,
        fix: path && listPath ? { label: `Fix ${first?.title}`, to: path, listPath } : undefined,
      },
    ];
  });
  const findings = (home.data?.findings ?? []).map(toFindingItem);
  return (
    <HomeCard
      title="Needs attention"
      items={[...items, ...findings]}
      query={home}
      emptyText="Nothing needs attention."
    />
  );
};
