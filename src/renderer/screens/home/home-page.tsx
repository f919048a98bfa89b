import { Box, Button, Popover, Text } from '@mantine/core';
import { IconAdjustmentsHorizontal } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { homeCounts } from '#shared/home.ts';
import { pageTitles } from '#shared/routes.ts';
import { ArrangeList, applyColumnSettings } from '../../resource-kit/list/column-menu.tsx';
import listClasses from '../../resource-kit/list/list-page.module.css';
import { QueryError } from '../../resource-kit/query-error.tsx';
import { inactiveWhen } from '../../ui/icon-button.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import classes from './home.module.css';
import { AttentionCard, attentionItems, type HomeQuery, useHome, useHomeSettings } from './home-card.tsx';
import { ChangesCard, DataCheckCard, DraftsCard, FirstStepsCard, TransfersCard, WebhooksCard } from './home-cards.tsx';

const headingProps = { fz: 'xs', c: 'dimmed', fw: 600, px: 14, pt: 10 };

/** In their default order: every second card is in the right column. */
const cardLabels = {
  attention: 'Needs attention',
  drafts: 'Drafts',
  changes: 'Recent changes by others',
  imports: 'Imports and exports',
} as const;

type CardName = keyof typeof cardLabels;

const toItem = ([id, label]: readonly [string, string]) => ({ id, label, isHiddenByDefault: false });

/** The counts that the server returns, all of them until it does. */
const listCounts = (home: HomeQuery) =>
  homeCounts
    .filter(({ name }) => !home.data || home.data.counts.some((count) => count.name === name))
    .map(({ name }) => toItem([name, attentionItems[name].label]));

/** The page with records that need attention, and recent changes. */
export const HomePage = () => {
  const home = useHome();
  const [settings, setSettings] = useHomeSettings();
  const cards = applyColumnSettings(Object.entries(cardLabels).map(toItem), settings.cards);
  const counts = applyColumnSettings(listCounts(home), settings.counts);
  const content: Record<CardName, ReactNode> = {
    attention: <AttentionCard home={home} counts={counts} />,
    drafts: <DraftsCard />,
    changes: <ChangesCard home={home} />,
    imports: <TransfersCard home={home} />,
  };
  // All cards but the drafts show parts of one response, so its error is shown once.
  const hasFailed = home.isError && !home.data;
  const visible = cards.filter(({ id, isVisible }) => isVisible && (!hasFailed || id === 'drafts'));
  const renderColumn = (side: 0 | 1) =>
    visible.map(({ id }, index) => index % 2 === side && <div key={id}>{content[id as CardName]}</div>);
  return (
    <div className={listClasses.page}>
      <PageHeader title={pageTitles.home}>
        <Popover position="bottom-end" withRoles trapFocus returnFocus>
          <Popover.Target>
            <Button leftSection={<IconAdjustmentsHorizontal size="1rem" stroke={1.75} />}>Customise</Button>
          </Popover.Target>
          <Popover.Dropdown p={0} mah="calc(100dvh - 8rem)" style={{ overflowY: 'auto' }}>
            <Text {...headingProps}>Cards</Text>
            <ArrangeList items={cards} onChange={(changed) => setSettings({ ...settings, cards: changed })} />
            <Text {...headingProps}>Needs attention</Text>
            <ArrangeList items={counts} onChange={(changed) => setSettings({ ...settings, counts: changed })} />
            <Box p={6} style={{ borderTop: '1px solid var(--bo-line)' }}>
              <Button
                size="compact-sm"
                variant="subtle"
                {...inactiveWhen(Object.keys(settings).length === 0, () => setSettings({}))}
              >
                Reset Home
              </Button>
            </Box>
          </Popover.Dropdown>
        </Popover>
      </PageHeader>
      {hasFailed && <QueryError query={home} />}
      <DataCheckCard home={home} />
      <WebhooksCard home={home} />
      {!settings.hidesFirstSteps && (
        <FirstStepsCard home={home} onHide={() => setSettings({ ...settings, hidesFirstSteps: true })} />
      )}
      <div className={classes.columns}>
        <div>{renderColumn(0)}</div>
        <div>{renderColumn(1)}</div>
      </div>
    </div>
  );
};
