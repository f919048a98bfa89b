import { Button, Group, NativeSelect, SegmentedControl, Skeleton, Text } from '@mantine/core';
import { IconArrowBackUp, IconHistory } from '@tabler/icons-react';
import { useState } from 'react';
import type { Resource } from '#shared/resource-kit/define-resource.ts';
import { inSentence } from '#shared/resource-kit/labels.ts';
import { getHistoryPath } from '../../resource-kit/history/history.tsx';
import { describeVersion, toVersionKey } from '../../resource-kit/history/versions.ts';
import {
  FieldDiff,
  FieldValue,
  getFieldLabel,
  isFormatted,
  listFilledFields,
} from '../../resource-kit/kinds/field-diff.tsx';
import { getFileInfo } from '../../resource-kit/kinds/file.tsx';
import type { RecordValues } from '../../resource-kit/kinds/kind.ts';
import listClasses from '../../resource-kit/list/list-page.module.css';
import { QueryError } from '../../resource-kit/query-error.tsx';
import { InlineAlert } from '../../ui/inline-alert.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { LabeledSwitch } from '../../ui/switch.tsx';
import classes from './history-page.module.css';
import { RecordPage } from './history-page.tsx';
import { type ComparedSide, type Comparison, type Restore, useComparison, useRestore } from './use-comparison.ts';

type Side = ComparedSide & { restore: Restore };

const toComparable = (record: RecordValues, name: string): string =>
  JSON.stringify([record[name] ?? null, getFileInfo(record, name)?.name ?? null]);

const SideHeader = ({ side, versions }: { side: Side; versions: Comparison['versions'] }) => {
  const { version, isCurrent, restore } = side;
  const options = versions.map((option, index) => ({
    value: toVersionKey(option),
    label: describeVersion(option, { isCurrent: index === 0 }),
  }));
  return (
    <div className={classes.side}>
      <NativeSelect
        aria-label={side.side === 'from' ? 'First version' : 'Second version'}
        data={options}
        value={version ? toVersionKey(version) : ''}
        onChange={(event) => side.choose(event.currentTarget.value)}
      />
      {!isCurrent && (
        <Button
          size="compact-md"
          leftSection={<IconArrowBackUp size="1rem" />}
          disabled={!restore.canRestore || restore.isRestoring || restore.restorableCount === 0}
          onClick={() => void restore.restoreAll()}
        >
          Restore this version
        </Button>
      )}
    </div>
  );
};

const RestoreField = ({ resource, side, name }: { resource: Resource; side: Side; name: string }) => {
  const { restore, version } = side;
  const note = restore.getNote(name);
  const noteId = `restore-${side.side}-${name}`;
  const field = resource.fields[name];
  if (side.isCurrent) return null;
  if (field?.kind === 'inherited') {
    const through = getFieldLabel(resource, field.through);
    return (
      <Text fz="xs" c="dimmed" mt={4}>
        Restored with {inSentence(through)}
      </Text>
    );
  }
  return (
    <>
      {note && (
        <Text id={noteId} fz="sm" mt={4} className={classes.note} role="note">
          {note.message}
        </Text>
      )}
      {restore.canRestore && restore.isRestorable(name) && (
        <Button
          mt={6}
          display="flex"
          w="fit-content"
          size="compact-sm"
          leftSection={<IconArrowBackUp size="0.875rem" />}
          disabled={restore.isRestoring || note?.isBlocking === true}
          aria-label={`Restore ${getFieldLabel(resource, name)} of version ${version?.number}`}
          aria-describedby={note && noteId}
          onClick={() => void restore.restoreField(name)}
        >
          Restore
        </Button>
      )}
    </>
  );
};

/** Two versions of a record side by side. */
const Versions = ({ resource, recordId }: { resource: Resource; recordId: string }) => {
  const [showsUnchanged, setShowsUnchanged] = useState(false);
  const [showsFormatted, setShowsFormatted] = useState(false);
  const comparison = useComparison(resource, recordId);
  const { query, versions, currentRecord, isMissing } = comparison;
  const [from, to] = comparison.sides;
  const sides: readonly Side[] = [
    { ...from, restore: useRestore(resource, from, comparison) },
    { ...to, restore: useRestore(resource, to, comparison) },
  ];
  const { record: before } = from;
  const { record: after } = to;
  const isLoading = query.isPending || !before || !after;
  const names = isLoading ? [] : listFilledFields(resource, [before, after]);
  const isChanged = (name: string) => !isLoading && toComparable(before, name) !== toComparable(after, name);
  const renderValue = (name: string, { side, record }: Side) => {
    const field = resource.fields[name];
    if (isLoading || !record) return null;
    if (field && showsFormatted && isFormatted(resource, name))
      return <FieldValue resource={resource} field={field} name={name} record={record} />;
    const shownVersion = side === 'from' ? 'before' : 'after';
    return <FieldDiff resource={resource} name={name} before={before} after={after} shownVersion={shownVersion} />;
  };
  const title = String(currentRecord?.[resource.titleField] || '');
  const error = query.isLoadingError ? query : comparison.failedQuery;
  return (
    <div className={listClasses.page}>
      <PageHeader
        title={title ? `Versions of “${title}”` : `${resource.label} versions`}
        windowTitle={[title || resource.label, 'Compare versions']}
        breadcrumb={[{ label: 'History', to: getHistoryPath(resource.name, recordId) }]}
      >
        {names.some((name) => isFormatted(resource, name)) && (
          <SegmentedControl
            aria-label="Formatted texts"
            data={['Marked changes', 'Formatted']}
            value={showsFormatted ? 'Formatted' : 'Marked changes'}
            onChange={(value) => setShowsFormatted(value === 'Formatted')}
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
          {!error && isLoading && versions.length > 0 && !isMissing && (
            <Skeleton height="12rem" radius="md" m="md" w="auto" />
          )}
          {((query.data && versions.length === 0) || isMissing) && (
            <EmptyState icon={IconHistory} title="No such version" />
          )}
          {versions.length > 0 && !isMissing && (
            <table className={`${classes.fields} ${classes.comparison}`} aria-label="Comparison">
              <thead>
                <tr>
                  <th scope="col">Field</th>
                  {sides.map((side) => (
                    <th key={side.side} scope="col">
                      <SideHeader side={side} versions={versions} />
                    </th>
                  ))}
                </tr>
              </thead>
              <tbody>
                {names
                  .filter((name) => isChanged(name) || showsUnchanged)
                  .map((name) => (
                    <tr key={name}>
                      <th scope="row">{getFieldLabel(resource, name)}</th>
                      {sides.map((side) => (
                        <td key={side.side}>
                          {renderValue(name, side)}
                          {isChanged(name) && <RestoreField resource={resource} side={side} name={name} />}
                        </td>
                      ))}
                    </tr>
                  ))}
              </tbody>
            </table>
          )}
          {!isLoading && !names.some(isChanged) && (
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
