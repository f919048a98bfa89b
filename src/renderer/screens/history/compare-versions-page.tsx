import { Button, Group, SegmentedControl, Skeleton, Text } from '@mantine/core';
import { IconHistory } from '@tabler/icons-react';
import { useState } from 'react';
import type { Resource } from '#shared/resource-kit/define-resource.ts';
import { getHistoryPath } from '../../resource-kit/history/history.tsx';
import { isFormatted } from '../../resource-kit/kinds/field-diff.tsx';
import listClasses from '../../resource-kit/list/list-page.module.css';
import { QueryError } from '../../resource-kit/query-error.tsx';
import { InlineAlert } from '../../ui/inline-alert.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { LabeledSwitch } from '../../ui/switch.tsx';
import { ComparisonTable, listComparedFields, type ShownText } from './comparison-table.tsx';
import classes from './history-page.module.css';
import { RecordPage } from './history-page.tsx';
import { useComparison, useRestore } from './use-comparison.ts';

const textOptions: { value: ShownText; label: string }[] = [
  { value: 'changes', label: 'Marked changes' },
  { value: 'formatted', label: 'Formatted' },
];

const Versions = ({ resource, recordId }: { resource: Resource; recordId: string }) => {
  const [showsUnchanged, setShowsUnchanged] = useState(false);
  const [shownText, setShownText] = useState<ShownText>('changes');
  const comparison = useComparison(resource, recordId);
  const { query, versions, currentRecord, failedQuery } = comparison;
  const [from, to] = comparison.sides;
  const sides = [
    { ...from, restore: useRestore(resource, from, comparison) },
    { ...to, restore: useRestore(resource, to, comparison) },
  ] as const;
  const fields = from.record && to.record ? listComparedFields(resource, [from.record, to.record]) : [];
  const changed = fields.filter(({ isChanged }) => isChanged);
  const hasRichText = fields.some(({ name }) => isFormatted(resource, name));
  const title = currentRecord?.[resource.titleField];
  const isLoading = query.isPending || !from.record || !to.record;
  const error = query.isLoadingError ? query : failedQuery;
  return (
    <div className={listClasses.page}>
      <PageHeader
        title={title ? `Versions of “${String(title)}”` : `${resource.label} versions`}
        windowTitle={[title ? String(title) : resource.label, 'Compare versions']}
        back={{ label: 'Back to history', to: getHistoryPath(resource.name, recordId) }}
      >
        {hasRichText && (
          <SegmentedControl
            aria-label="Formatted texts"
            data={textOptions}
            value={shownText}
            onChange={(value) => setShownText(value === 'formatted' ? 'formatted' : 'changes')}
          />
        )}
        <LabeledSwitch label="Unchanged fields" isOn={showsUnchanged} onChange={setShowsUnchanged} />
      </PageHeader>
      {sides.some(({ restore }) => restore.isDeleted) && (
        <InlineAlert role="status">
          This item was deleted. Restore it from Trash before you restore one of its versions.
        </InlineAlert>
      )}
      <div className={listClasses.card}>
        <div className={classes.body} aria-busy={isLoading}>
          {error && <QueryError query={error} />}
          {!error && isLoading && versions.length > 0 && !comparison.isMissing && (
            <Skeleton height="12rem" radius="md" m="md" w="auto" />
          )}
          {(query.data && versions.length === 0) || comparison.isMissing ? (
            <EmptyState icon={IconHistory} title="No such version" />
          ) : (
            versions.length > 0 && (
              <ComparisonTable
                resource={resource}
                comparison={comparison}
                sides={sides}
                showsUnchanged={showsUnchanged}
                shownText={shownText}
              />
            )
          )}
          {!isLoading && changed.length === 0 && (
            <Text p="md" c="dimmed">
              These versions are the same.
            </Text>
          )}
          {query.hasNextPage && (
            <Group p="md">
              <Button loading={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
                Load older versions
              </Button>
            </Group>
          )}
        </div>
      </div>
    </div>
  );
};

export const CompareVersionsPage = () => <RecordPage Content={Versions} />;
