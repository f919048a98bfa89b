import { useLocalStorage, useMediaQuery } from '@mantine/hooks';
import { useRef } from 'react';
import { Outlet } from 'react-router-dom';
import { LazyComments } from '../../resource-kit/comments/lazy-comments.tsx';
import { useEndOfFirstFrame } from '../../ui/first-frame.ts';
import { keepToastsAbove, useToastStrip } from '../../ui/keep-toasts-above.ts';
import { useTrackedPage } from '../../ui/previous-page.ts';
import { useShortcut } from '../../ui/shortcuts.ts';
import { LazyCommandPalette } from '../command-palette/lazy-command-palette.tsx';
import { ServerBanner } from '../server-notices.tsx';
import { openShortcuts } from '../settings/settings-store.ts';
import { NavigationButton } from './navigation-button.tsx';
import classes from './shell.module.css';
import { Sidebar } from './sidebar.tsx';
import { TopBar } from './top-bar.tsx';

/** Windows too narrow for a sidebar, as in shell.module.css. */
const narrowWindow = '(max-width: 48em)';

export const Shell = () => {
  const isNarrow = useMediaQuery(narrowWindow, false, { getInitialValueInEffect: false });
  const [isCollapsed, setIsCollapsed] = useLocalStorage({
    key: 'sidebarCollapsed',
    defaultValue: false,
    getInitialValueInEffect: false,
  });
  useShortcut('help', openShortcuts);
  useEndOfFirstFrame();
  useToastStrip();
  useTrackedPage();
  const main = useRef<HTMLElement>(null);
  return (
    <div className={classes.root} data-collapsed={isCollapsed || undefined}>
      <button
        type="button"
        className={`${classes.skipLink} bo-no-print`}
        onClick={() => main.current?.focus()}
      >
        Skip to content
      </button>
      {!isNarrow && <Sidebar isCollapsed={isCollapsed} onCollapse={setIsCollapsed} />}
      <div className={classes.content}>
        <TopBar>{isNarrow && <NavigationButton />}</TopBar>
        <ServerBanner />
        <main ref={main} tabIndex={-1} className={classes.main}>
          <Outlet />
        </main>
        <div ref={keepToastsAbove} />
      </div>
      <LazyCommandPalette />
      <LazyComments />
    </div>
  );
};
