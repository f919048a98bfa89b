import { useHotkeys, useLocalStorage, useMediaQuery } from '@mantine/hooks';
import { useSpotlight } from '@mantine/spotlight';
import { useRef, useState } from 'react';
import { Outlet } from 'react-router-dom';
import { LazyComments } from '../../resource-kit/comments/comments-button.tsx';
import { useEndOfFirstFrame } from '../../ui/first-frame.ts';
import { useToastStrip } from '../../ui/keep-toasts-above.ts';
import { lazyOverlay } from '../../ui/lazy-component.tsx';
import { useTrackedPage } from '../../ui/previous-page.ts';
import { getShortcutKeys, useShortcut } from '../../ui/shortcuts.ts';
import { commandPalette, commandPaletteStore } from '../command-palette/palette-store.ts';
import { ServerBanner } from '../server-notices.tsx';
import { openShortcuts, useRowHeight } from '../settings/settings-store.ts';
import classes from './shell.module.css';
import { NavigationButton, Sidebar } from './sidebar.tsx';

import { TopBar } from './top-bar.tsx';

const CommandPalette = lazyOverlay(async () => (await import('../command-palette/command-palette.tsx')).CommandPalette);

/** Loads the command palette when it is first opened, and keeps it from then on. */
const LazyCommandPalette = () => {
  const { opened } = useSpotlight(commandPaletteStore);
  const [isNeeded, setIsNeeded] = useState(false);
  // The loaded palette has this shortcut itself.
  useHotkeys(isNeeded ? [] : [[getShortcutKeys('palette'), commandPalette.open]], []);
  if (opened && !isNeeded) setIsNeeded(true);
  return isNeeded && <CommandPalette />;
};

/** Windows too narrow for a sidebar, as in shell.module.css. */
const narrowWindow = '(max-width: 48em)';

export const Shell = () => {
  const isNarrow = useMediaQuery(narrowWindow, false, { getInitialValueInEffect: false });
  const [isCollapsed, setIsCollapsed] = useLocalStorage({
    key: 'sidebarCollapsed',
    defaultValue: false,
    getInitialValueInEffect: false,
  });
  const [rowHeight] = useRowHeight();
  useShortcut('help', openShortcuts);
  useEndOfFirstFrame();
  useToastStrip();
  useTrackedPage();
  const main = useRef<HTMLElement>(null);
  return (
    <div className={classes.root} data-collapsed={isCollapsed || undefined} data-row-height={rowHeight}>
      <button type="button" className={`${classes.skipLink} bo-no-print`} onClick={() => main.current?.focus()}>
        Skip to content
      </button>
      {!isNarrow && <Sidebar isCollapsed={isCollapsed} onCollapse={setIsCollapsed} />}
      <div className={classes.content}>
        <TopBar>{isNarrow && <NavigationButton />}</TopBar>
        <ServerBanner />
        <main ref={main} tabIndex={-1} className={classes.main}>
          <Outlet />
        </main>
      </div>
      <LazyCommandPalette />
      <LazyComments />
    </div>
  );
};
