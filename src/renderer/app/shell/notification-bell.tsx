import { IconBell } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import type { MentionsPage } from '#shared/comments.ts';
import { notification } from '#shared/resources/notification.ts';
import { request } from '../../resource-kit/client.ts';
import { queryKeys } from '../../resource-kit/query-client.ts';
import { useIsFullServer } from '../../resource-kit/server-level.ts';
import { usePreload } from '../../resource-kit/when-idle.ts';
import { DropdownMenu, useDropdown } from '../../ui/dropdown.tsx';
import { getIconButtonProps } from '../../ui/icon-button.tsx';
import { lazyComponent } from '../../ui/lazy-component.tsx';
import { withTooltip } from '../../ui/tooltip.tsx';
import classes from './top-bar.module.css';
import { useUnreadNotifications } from './use-unread-notifications.ts';

const loadMenu = () => import('./notification-menu.tsx');

const NotificationMenu = lazyComponent(async () => (await loadMenu()).NotificationMenu);

const iconProps = getIconButtonProps('large');

const BellIcon = ({ isUnread }: { isUnread: boolean }) => (
  <>
    <IconBell size="1.25rem" />
    {isUnread && <span className={classes.dot} />}
  </>
);

type BellProps = { count: number; path: string };

const getLabel = (count: number): string => (count > 0 ? `Notifications, ${count} unread` : 'Notifications');

const BellLink = ({ count, path }: BellProps) => (
  <Link to={path} {...iconProps} {...withTooltip(getLabel(count))} aria-label={getLabel(count)}>
    <BellIcon isUnread={count > 0} />
  </Link>
);

/** Lists mentions in comments, and leads to the notifications. */
const BellMenu = ({ count, path }: BellProps) => {
  const { data: mentions } = useQuery({
    queryKey: queryKeys.mentions,
    queryFn: ({ signal }) => request<MentionsPage>('GET', '/comments/mentions', { params: { pageSize: 20 }, signal }),
    retry: false,
  });
  usePreload(loadMenu);
  const label = getLabel(count + (mentions?.unread ?? 0));
  const menu = useDropdown('menu');
  return (
    <>
      <button type="button" {...iconProps} {...withTooltip(label)} {...menu.targetProps} aria-label={label}>
        <BellIcon isUnread={label !== getLabel(0)} />
      </button>
      <DropdownMenu
        dropdown={menu}
        position="bottom-end"
        width="min(24rem, calc(100vw - 2rem))"
        panel={{ mah: '70vh', style: { overflowY: 'auto' } }}
      >
        {() => <NotificationMenu mentions={mentions} count={count} path={path} />}
      </DropdownMenu>
    </>
  );
};

export const NotificationBell = () => {
  const hasMentions = useIsFullServer() === true;
  const { count, filters } = useUnreadNotifications();
  const Bell = hasMentions ? BellMenu : BellLink;
  return <Bell count={count} path={`${notification.paths.list}/?${new URLSearchParams(filters)}`} />;
};
