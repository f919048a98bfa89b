import { Collapse, Drawer, UnstyledButton } from '@mantine/core';
import { useDisclosure, useSessionStorage } from '@mantine/hooks';
import {
  IconChevronRight,
  IconLayoutSidebarLeftCollapse,
  IconLayoutSidebarLeftExpand,
  IconMenu2,
} from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { storageKeys } from '#shared/client-defaults.ts';
import { extraRoutes } from '#shared/routes.ts';
import { useIsFullServer } from '../../resource-kit/server-level.ts';
import { getIconButtonProps } from '../../ui/icon-button.tsx';
import { lazyComponent } from '../../ui/lazy-component.tsx';
import { withTooltip } from '../../ui/tooltip.tsx';
import { useOnChange } from '../../ui/use-on-change.ts';
import { Logo } from '../auth/auth-layout.tsx';
import {
  findItemByHref,
  findItemByPath,
  type NavigationGroup,
  type NavigationItem,
  navigationGroups,
  useMainItems,
} from '../pages.ts';
import classes from './shell.module.css';

const PinnedViews = lazyComponent(async () => (await import('./pinned-views.tsx')).PinnedViews);

const icon = { size: '1.125rem', stroke: 1.75 };

/** The item of the current page, and the last active one in this browser session, whose group stays open. */
const useActiveItems = (): {
  activeItem: NavigationItem | undefined;
  lastActiveItem: NavigationItem | undefined;
} => {
  const { pathname } = useLocation();
  const [lastActiveHref, setLastActiveHref] = useSessionStorage<string | null>({
    key: storageKeys.activeTab,
    defaultValue: null,
    getInitialValueInEffect: false,
    serialize: (value) => value ?? '',
    deserialize: (value) => value || null,
  });
  const current = findItemByPath(pathname);
  useEffect(() => {
    if (current) setLastActiveHref(current.to);
  }, [current, setLastActiveHref]);
  return { activeItem: current, lastActiveItem: current ?? findItemByHref(lastActiveHref) };
};

const SidebarLink = ({
  item,
  isActive,
  isCollapsed,
}: {
  item: NavigationItem;
  isActive: boolean;
  isCollapsed: boolean;
}) => (
  <li>
    <Link
      {...withTooltip(isCollapsed ? item.label : undefined, 'right')}
      to={item.to}
      className={classes.item}
      data-active={isActive || undefined}
      aria-current={isActive ? 'page' : undefined}
      aria-label={isCollapsed ? item.label : undefined}
    >
      <item.icon {...icon} />
      {!isCollapsed && <span className={classes.label}>{item.label}</span>}
    </Link>
    {item.resource && !isCollapsed && <PinnedViews resource={item.resource} listPath={item.to} />}
  </li>
);

const SidebarGroup = ({
  group,
  activeItem,
  lastActiveItem,
  isCollapsed,
  onExpandSidebar,
}: {
  group: NavigationGroup;
  activeItem: NavigationItem | undefined;
  lastActiveItem: NavigationItem | undefined;
  isCollapsed: boolean;
  onExpandSidebar: () => void;
}) => {
  const hasActiveItem = group.items.some((item) => item === activeItem);
  const wasActive = group.items.some((item) => item === lastActiveItem);
  const [isOpen, setIsOpen] = useState(wasActive);
  useEffect(() => {
    if (wasActive) setIsOpen(true);
  }, [wasActive]);
  const isExpanded = isOpen && !isCollapsed;
  const toggle = () => {
    setIsOpen(isCollapsed || !isOpen);
    if (isCollapsed) onExpandSidebar();
  };
  return (
    <li>
      <UnstyledButton
        {...withTooltip(isCollapsed ? group.label : undefined, 'right')}
        className={classes.item}
        aria-expanded={isExpanded}
        aria-label={isCollapsed ? group.label : undefined}
        data-active={(hasActiveItem && !isExpanded) || undefined}
        onClick={toggle}
      >
        <group.icon {...icon} />
        {!isCollapsed && <span className={classes.label}>{group.label}</span>}
        {!isCollapsed && <IconChevronRight size="0.875rem" className={classes.chevron} />}
      </UnstyledButton>
      <Collapse expanded={isExpanded} transitionDuration={150} keepMounted={false}>
        <ul className={classes.list}>
          {group.items.map((item) => (
            <SidebarLink key={item.label} item={item} isActive={item === activeItem} isCollapsed={false} />
          ))}
        </ul>
      </Collapse>
    </li>
  );
};

const Navigation = ({ isCollapsed, onExpandSidebar }: { isCollapsed: boolean; onExpandSidebar: () => void }) => {
  const { activeItem, lastActiveItem } = useActiveItems();
  return (
    <nav className={classes.nav} aria-label="Main">
      <ul className={classes.list}>
        {useMainItems().map((item) => (
          <SidebarLink key={item.label} item={item} isActive={item === activeItem} isCollapsed={isCollapsed} />
        ))}
        {navigationGroups.map((group) => (
          <SidebarGroup
            key={group.label}
            group={group}
            activeItem={activeItem}
            lastActiveItem={lastActiveItem}
            isCollapsed={isCollapsed}
            onExpandSidebar={onExpandSidebar}
          />
        ))}
      </ul>
    </nav>
  );
};

/** The app's name, which opens Home if the server has it. */
const Brand = ({ isCollapsed }: { isCollapsed: boolean }) => {
  const hasHome = useIsFullServer();
  const content = (
    <>
      <Logo />
      {!isCollapsed && <span>Back Office</span>}
    </>
  );
  if (!hasHome) return <div className={classes.brand}>{content}</div>;
  return (
    <Link to={extraRoutes.home} className={classes.brand} aria-label="Back Office: Home">
      {content}
    </Link>
  );
};

export const Sidebar = ({
  isCollapsed,
  onCollapse,
}: {
  isCollapsed: boolean;
  onCollapse: (isCollapsed: boolean) => void;
}) => {
  const CollapseIcon = isCollapsed ? IconLayoutSidebarLeftExpand : IconLayoutSidebarLeftCollapse;
  return (
    <aside className={`${classes.sidebar} bo-no-print`} aria-label="Sidebar">
      <Brand isCollapsed={isCollapsed} />
      <Navigation isCollapsed={isCollapsed} onExpandSidebar={() => onCollapse(false)} />
      <div className={classes.sidebarFooter}>
        <UnstyledButton
          className={classes.item}
          aria-label={isCollapsed ? 'Expand sidebar' : 'Collapse sidebar'}
          onClick={() => onCollapse(!isCollapsed)}
        >
          <CollapseIcon {...icon} />
          {!isCollapsed && <span className={classes.label}>Collapse</span>}
        </UnstyledButton>
      </div>
    </aside>
  );
};

/** Button that opens the navigation in a drawer, for windows too narrow for a sidebar. */
export const NavigationButton = () => {
  const [isOpen, { open, close }] = useDisclosure(false);
  const { key } = useLocation();
  useOnChange([key], close);
  return (
    <>
      <button
        type="button"
        {...getIconButtonProps('large')}
        aria-label="Navigation"
        aria-haspopup="dialog"
        aria-expanded={isOpen}
        onClick={open}
      >
        <IconMenu2 size="1.25rem" />
      </button>
      <Drawer
        opened={isOpen}
        onClose={close}
        size="17rem"
        title="Navigation"
        classNames={{ content: classes.drawer, header: classes.drawerHeader, body: classes.drawerBody }}
      >
        <Navigation isCollapsed={false} onExpandSidebar={open} />
      </Drawer>
    </>
  );
};
