import { IconHomeOff } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { homeCounts } from '#shared/home.ts';
import { pageTitles } from '#shared/routes.ts';
import { useCapability } from '../../resource-kit/capabilities.ts';
import { applyColumnSettings } from '../../resource-kit/list/column-settings.ts';
import listClasses from '../../resource-kit/list/list-page.module.css';
import { QueryError } from '../../resource-kit/query-error.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { AttentionCard } from './attention-card.tsx';
import { attentionItems } from './attention-items.ts';
import { ChangesCard } from './changes-card.tsx';
import { CustomizeMenu } from './customize-menu.tsx';
import { DataCheckCard } from './data-check-card.tsx';
import { DraftsCard } from './drafts-card.tsx';
import classes from './home.module.css';
import { useHomeSettings } from './home-settings.ts';
import { TransfersCard } from './transfers-card.tsx';
import { type HomeQuery, useHome } from './use-home.ts';

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

const HomeContent = () => {
  const home = useHome();
  const [settings, setSettings] = useHomeSettings();
  const cards = applyColumnSettings(Object.entries(cardLabels).map(toItem), settings.cards);
  const counts = applyColumnSettings(listCounts(home), settings.counts);
  const content: Record<CardName, ReactNode> = {
    attention: <AttentionCard home={home} items={counts} />,
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
        <CustomizeMenu cards={cards} counts={counts} settings={settings} onChange={setSettings} />
      </PageHeader>
      {hasFailed && <QueryError query={home} />}
      <DataCheckCard home={home} />
      <div className={classes.columns}>
        <div>{renderColumn(0)}</div>
        <div>{renderColumn(1)}</div>
      </div>
    </div>
  );
};

/** The page with records that need attention, and recent changes. */
export const HomePage = () => {
  const isSupported = useCapability('home');
  if (isSupported) return <HomeContent />;
  return (
    <div className={listClasses.page}>
      <PageHeader title={pageTitles.home} />
      {isSupported === false && <EmptyState icon={IconHomeOff} title="This server has no Home page" />}
    </div>
  );
};
