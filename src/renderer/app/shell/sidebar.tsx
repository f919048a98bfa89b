import { Collapse, Tooltip, UnstyledButton } from '@mantine/core';
import { useSessionStorage } from '@mantine/hooks';
import {
  IconChevronRight,
  IconLayoutSidebarLeftCollapse,
  IconLayoutSidebarLeftExpand,
} from '@tabler/icons-react';
import { useEffect, useState } from 'react';
import { Link, useLocation } from 'react-router-dom';
import { storageKeys } from '#shared/client-defaults.ts';
import { Logo } from '../logo.tsx';
import {
  findItemByHref,
  findItemByPath,
  mainEntries,
  type NavigationGroup,
  type NavigationItem,
  navigationGroups,
} from '../navigation.ts';
import classes from './shell.module.css';

const icon = { size: '1.125rem', stroke: 1.75 };

/** The entry of the current page, else the last active one in this browser session. */
const useActiveEntry = (): NavigationItem | undefined => {
  const { pathname } = useLocation();
  const [remembered, setRemembered] = useSessionStorage<string | null>({
    key: storageKeys.activeTab,
    defaultValue: null,
    getInitialValueInEffect: false,
    serialize: (value) => value ?? '',
    deserialize: (value) => value || null,
  });
  const current = findItemByPath(pathname);
  useEffect(() => {
    if (current) setRemembered(current.to);
  }, [current, setRemembered]);
  return current ?? findItemByHref(remembered);
};

const SidebarLink = ({
  entry,
  isActive,
  isCollapsed,
}: {
  entry: NavigationItem;
  isActive: boolean;
  isCollapsed: boolean;
}) => (
  <li>
    <Tooltip label={entry.label} position="right" disabled={!isCollapsed}>
      <Link
        to={entry.to}
        className={classes.entry}
        data-active={isActive || undefined}
        aria-current={isActive ? 'page' : undefined}
        aria-label={isCollapsed ? entry.label : undefined}
      >
        <entry.icon {...icon} />
        <span className={classes.label}>{entry.label}</span>
      </Link>
    </Tooltip>
  </li>
);

const SidebarGroup = ({
  group,
  active,
  isCollapsed,
  onExpandSidebar,
}: {
  group: NavigationGroup;
  active: NavigationItem | undefined;
  isCollapsed: boolean;
  onExpandSidebar: () => void;
}) => {
  const isInside = group.entries.some((entry) => entry === active);
  const [isOpen, setIsOpen] = useState(isInside);
  useEffect(() => {
    if (isInside) setIsOpen(true);
  }, [isInside]);
  const isShown = isOpen && !isCollapsed;
  const toggle = () => {
    setIsOpen(isCollapsed || !isOpen);
    if (isCollapsed) onExpandSidebar();
  };
  return (
    <li>
      <Tooltip label={group.label} position="right" disabled={!isCollapsed}>
        <UnstyledButton
          className={classes.entry}
          aria-expanded={isShown}
          aria-label={isCollapsed ? group.label : undefined}
          data-active={(isInside && !isShown) || undefined}
          onClick={toggle}
        >
          <group.icon {...icon} />
          <span className={classes.label}>{group.label}</span>
          <IconChevronRight size="0.875rem" className={classes.chevron} />
        </UnstyledButton>
      </Tooltip>
      <Collapse expanded={isShown} transitionDuration={150}>
        <ul className={classes.list}>
          {group.entries.map((entry) => (
            <SidebarLink key={entry.label} entry={entry} isActive={entry === active} isCollapsed={false} />
          ))}
        </ul>
      </Collapse>
    </li>
  );
};

export const Sidebar = ({
  isCollapsed,
  onCollapse,
}: {
  isCollapsed: boolean;
  onCollapse: (isCollapsed: boolean) => void;
}) => {
  const active = useActiveEntry();
  const CollapseIcon = isCollapsed ? IconLayoutSidebarLeftExpand : IconLayoutSidebarLeftCollapse;
  return (
    <aside className={classes.sidebar} aria-label="Sidebar">
      <div className={classes.brand}>
        <Logo />
        <span className={classes.brandName}>Back Office</span>
      </div>
      <nav className={classes.nav} aria-label="Main">
        <ul className={classes.list}>
          {mainEntries.map((entry) => (
            <SidebarLink
              key={entry.label}
              entry={entry}
              isActive={entry === active}
              isCollapsed={isCollapsed}
            />
          ))}
          {navigationGroups.map((group) => (
            <SidebarGroup
              key={group.label}
              group={group}
              active={active}
              isCollapsed={isCollapsed}
              onExpandSidebar={() => onCollapse(false)}
            />
          ))}
        </ul>
      </nav>
      <div className={classes.sidebarFoot}>
        <UnstyledButton
          className={classes.entry}
          aria-label={isCollapsed ? 'Expand sidebar' : 'Collapse sidebar'}
          onClick={() => onCollapse(!isCollapsed)}
        >
          <CollapseIcon {...icon} />
          <span className={classes.label}>Collapse</span>
        </UnstyledButton>
      </div>
    </aside>
  );
};
