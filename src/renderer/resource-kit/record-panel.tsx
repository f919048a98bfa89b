import { Card, Skeleton, Tabs, Text } from '@mantine/core';
import { useState } from 'react';
import type { AnyRecord, Resource } from '#shared/resource-kit/define-resource.ts';
import { inSentence } from '#shared/resource-kit/labels.ts';
import { lazyComponent } from '../ui/lazy-component.tsx';
import { useCommentCount } from './comments/comments-button.tsx';
import { useCanComment, useCommentsStore } from './comments/comments-store.ts';
import { useCanViewHistory } from './history/history.tsx';
import { RecentHistory } from './history/recent-history.tsx';
import { UsedBySection, useUseCount } from './list/used-by.tsx';

const Comments = lazyComponent(
  async () => (await import('./comments/comments-panel.tsx')).Comments,
  <Skeleton height="6rem" />,
);

/** The last changes of a record, its uses and its comments, beside its details. */
export const RecordPanel = ({ resource, record }: { resource: Resource; record: AnyRecord }) => {
  const { name } = resource;
  const hasHistory = useCanViewHistory(name);
  const hasComments = useCanComment(name);
  const commentCount = useCommentCount(name, record._id);
  const useCount = useUseCount({ resource, record });
  const isBesidePage = useCommentsStore((current) => current.target?.recordId === record._id);
  const [chosen, setChosen] = useState<string | null>(null);
  const about = { resource, record };
  const tabs = [
    ...(hasHistory ? [{ value: 'history', label: 'History', count: 0, panel: <RecentHistory {...about} /> }] : []),
    ...(useCount === undefined
      ? []
      : [{ value: 'uses', label: 'Used by', count: useCount, panel: <UsedBySection {...about} /> }]),
    ...(hasComments
      ? [
          {
            value: 'comments',
            label: 'Comments',
            count: commentCount,
            panel: <Comments target={{ resource: name, recordId: record._id }} resource={resource} isFocused={false} />,
          },
        ]
      : []),
  ];
  // The comments are in one place at a time.
  const available = tabs.filter(({ value }) => value !== 'comments' || !isBesidePage);
  const active = available.find(({ value }) => value === chosen) ?? available[0];
  if (!active) return null;
  const open = (value: string | null) => {
    if (value === 'comments') useCommentsStore.setState({ target: null, opener: null });
    setChosen(value);
  };
  return (
    <Card padding={0}>
      <Tabs value={active.value} onChange={open} keepMounted={false}>
        <Tabs.List aria-label={`About this ${inSentence(resource.label)}`} px={4}>
          {tabs.map(({ value, label, count }) => (
            <Tabs.Tab key={value} value={value}>
              {label}
              {count > 0 && (
                <Text span inherit c="dimmed" className="bo-tabular">
                  {` ${count.toLocaleString('en')}`}
                </Text>
              )}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {tabs.map(({ value, panel }) => (
          <Tabs.Panel key={value} value={value} p={value === 'history' ? 0 : 16}>
            {panel}
          </Tabs.Panel>
        ))}
      </Tabs>
    </Card>
  );
};
