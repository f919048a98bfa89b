import { Box, Button, Group, Radio, SimpleGrid, Text } from '@mantine/core';
import { useState } from 'react';
import type { AnyRecord, Resource } from '#shared/resource-kit/define-resource.ts';
import { displayNameOf, isReferenceField } from '#shared/resource-kit/fields.ts';
import { inSentence } from '#shared/resource-kit/labels.ts';
import { formatDateTime } from '../../ui/format.ts';
import { modals } from '../../ui/modals.ts';
import { deletedLabel, getCachedLabel } from '../hooks.ts';
import { FieldDiff, getFieldLabel } from '../kinds/field-diff.tsx';
import type { RecordValues } from '../kinds/kind.ts';
import { getRecordTitle } from '../list/list-context.tsx';
import { type Difference, mergeValues, type Side } from '../save/merge.ts';
import type { FormValues } from './form-values.ts';
import classes from './merge-dialog.module.css';

export type ConflictAuthor = {
  /** The signed-in user made all changes, in another window. */
  isSelf: boolean;
  name: string | null;
};

type MergeConflict = {
  resource: Resource;
  /** The record as the user opened it. */
  base: AnyRecord;
  theirs: AnyRecord;
  mine: FormValues;
  differences: readonly Difference[];
  author: ConflictAuthor;
  actionLabel: string;
};

const addReferenceLabels = ({ resource, base, theirs, mine }: MergeConflict): RecordValues => {
  const ids = Object.entries(resource.fields).filter(([, field]) => isReferenceField(field));
  const labelEntries = ids.map(([name, field]) => {
    const display = displayNameOf(name);
    const target = isReferenceField(field) ? field.to : '';
    const known = [base, theirs].find((record) => record[name] === mine[name]);
    const label = known?.[display] ?? getCachedLabel(target, mine[name]);
    return [display, label ?? (mine[name] ? deletedLabel(target) : null)];
  });
  return { ...mine, ...Object.fromEntries(labelEntries) };
};

const describeChangedBy = ({ isConflict, suggested }: Difference, { isSelf }: ConflictAuthor): string => {
  if (isConflict) return isSelf ? 'Changed in both windows' : 'Changed by both of you';
  if (suggested === 'mine') return isSelf ? 'Changed in this window' : 'Changed by you';
  return isSelf ? 'Changed in the other window' : 'Changed by them';
};

const DifferenceField = ({
  conflict,
  difference,
  side,
  isFirst,
  onChange,
}: {
  conflict: MergeConflict;
  difference: Difference;
  side: Side;
  isFirst: boolean;
  onChange: (side: Side) => void;
}) => {
  const { resource, base, theirs, author } = conflict;
  const label = difference.names.map((name) => getFieldLabel(resource, name)).join(', ');
  const sides = [
    { value: 'theirs', label: author.isSelf ? 'You, in another window' : 'Theirs', values: theirs },
    {
      value: 'mine',
      label: author.isSelf ? 'You, in this window' : 'Yours',
      values: addReferenceLabels(conflict),
    },
  ] as const;
  return (
    <fieldset className={classes.field} aria-label={label}>
      <Group justify="space-between" align="baseline" mb={8}>
        <Text fw={600}>{label}</Text>
        <Text size="sm" c="dimmed">
          {describeChangedBy(difference, author)}
        </Text>
      </Group>
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing={12}>
        {sides.map(({ value, label: sideLabel, values }) => (
          <div key={value} className={classes.version} data-selected={side === value || undefined}>
            <Radio
              name={`side-of-${difference.names[0]}`}
              label={sideLabel}
              iconColor="var(--bo-primary-contrast)"
              checked={side === value}
              data-autofocus={(isFirst && side === value) || undefined}
              onChange={() => onChange(value)}
            />
            {difference.names.map((name) => (
              <Box key={name} mt={8} style={{ overflowWrap: 'anywhere' }}>
                {difference.names.length > 1 && (
                  <Text size="sm" c="dimmed">
                    {getFieldLabel(resource, name)}
                  </Text>
                )}
                <FieldDiff resource={resource} name={name} before={base} after={values} shownVersion="both" />
              </Box>
            ))}
          </div>
        ))}
      </SimpleGrid>
    </fieldset>
  );
};

const MergeForm = ({
  conflict,
  onClose,
}: {
  conflict: MergeConflict;
  /** Receives the merged values; null to go on editing. */
  onClose: (merged: FormValues | null) => void;
}) => {
  const { resource, theirs, mine, author, actionLabel } = conflict;
  const differences = [...conflict.differences].sort((one, other) => Number(other.isConflict) - Number(one.isConflict));
  const [sides, setSides] = useState<readonly Side[]>(differences.map(({ suggested }) => suggested));
  const savedTitle = `“${getRecordTitle(resource, theirs)}”`;
  const savedAt = formatDateTime(theirs.updatedAt);
  const when = `${savedAt && `on ${savedAt} `}while you were editing`;
  const merge = () => {
    const fieldsFromTheirs = differences.flatMap(({ names }, index) => (sides[index] === 'theirs' ? names : []));
    onClose(mergeValues({ theirs, mine }, fieldsFromTheirs));
  };
  return (
    <>
      <Text>
        {author.isSelf
          ? `You, in another window, saved ${savedTitle} ${when} it here.`
          : `${author.name ?? 'Someone else'} saved ${savedTitle} ${when}.`}{' '}
        Choose which version to keep for each field.
      </Text>
      <Text size="sm" c="dimmed" mt={4} mb="md">
        {author.isSelf
          ? 'Fields changed in only one window are already selected. '
          : 'Fields that only one of you changed are already selected. '}
        Added words are underlined, removed words struck through.
      </Text>
      {differences.map((difference, index) => (
        <DifferenceField
          key={difference.names.join()}
          conflict={conflict}
          difference={difference}
          side={sides[index] ?? difference.suggested}
          isFirst={index === 0}
          onChange={(side) => setSides(sides.with(index, side))}
        />
      ))}
      <Group justify="flex-end" gap={12} className={classes.footer}>
        <Button onClick={() => onClose(null)}>Keep editing</Button>
        <Button variant="brand" onClick={merge}>
          {actionLabel}
        </Button>
      </Group>
    </>
  );
};

/** Shows both versions of each conflicting field and lets the user choose. Returns the merged values; null to go on editing. */
export const openMergeDialog = (conflict: MergeConflict): Promise<FormValues | null> =>
  new Promise((resolve) => {
    const modalId = `${conflict.resource.name}-merge`;
    const close = (merged: FormValues | null) => {
      resolve(merged);
      modals.close(modalId);
    };
    modals.open({
      modalId,
      title: conflict.author.isSelf
        ? `You changed this ${inSentence(conflict.resource.label)} in another window`
        : `Someone else changed this ${inSentence(conflict.resource.label)}`,
      size: '60rem',
      onClose: () => resolve(null),
      children: <MergeForm conflict={conflict} onClose={close} />,
    });
  });
