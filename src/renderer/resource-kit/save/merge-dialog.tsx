import { Box, Button, Group, Radio, SimpleGrid, Text } from '@mantine/core';
import { useState } from 'react';
import type { Resource } from '#shared/resource-kit/define-resource.ts';
import { openDialog } from '../../ui/modals.ts';
import { FieldDiff, getFieldLabel } from '../kinds/field-diff.tsx';
import type { RecordValues } from '../kinds/kind.ts';
import type { Side, Versions } from './merge.ts';
import classes from './merge-dialog.module.css';

/** Values that differ between two versions of a record, of which the user keeps one. */
type MergeItem = {
  label: string;
  /** For example, the user who changed them. */
  note?: string;
  /** Several fields if their values only make sense together. */
  names: readonly string[];
  versions: Versions<RecordValues, RecordValues>;
  suggested: Side;
};

type MergeQuestion = {
  resource: Resource;
  title: string;
  text: string;
  hint?: string;
  items: readonly MergeItem[];
  sideLabels?: Record<Side, string>;
  actionLabel: string;
  /** Offers one side for all items. */
  canChooseAll?: boolean;
};

const sides = ['theirs', 'mine'] as const;

const MergeForm = (props: {
  question: MergeQuestion;
  /** Receives the side of each item; null to go on editing. */
  onClose: (chosen: readonly Side[] | null) => void;
}) => {
  const { question, onClose } = props;
  const { resource, items, sideLabels = { theirs: 'Theirs', mine: 'Yours' } } = question;
  const [chosen, setChosen] = useState<readonly Side[]>(items.map(({ suggested }) => suggested));
  return (
    <>
      <Text>{question.text}</Text>
      {question.hint && (
        <Text size="sm" c="dimmed" mt={4}>
          {question.hint}
        </Text>
      )}
      {question.canChooseAll && (
        <Group gap="xs" mt="md">
          <Button size="compact-md" onClick={() => setChosen(items.map(() => 'mine'))}>
            Keep all of yours
          </Button>
          <Button size="compact-md" onClick={() => setChosen(items.map(() => 'theirs'))}>
            Keep all of theirs
          </Button>
        </Group>
      )}
      {items.map(({ label, note, names, versions }, index) => (
        <fieldset key={label} className={classes.field} aria-label={label}>
          <Group justify="space-between" align="baseline" mb={8}>
            <Text fw={600}>{label}</Text>
            <Text size="sm" c="dimmed">
              {note}
            </Text>
          </Group>
          <SimpleGrid cols={{ base: 1, xs: 2 }} spacing={12}>
            {sides.map((side) => (
              <div key={side} className={classes.version} data-selected={chosen[index] === side || undefined}>
                <Radio
                  name={`side-of-${index}`}
                  label={sideLabels[side]}
                  iconColor="var(--bo-primary-contrast)"
                  checked={chosen[index] === side}
                  data-autofocus={(index === 0 && chosen[index] === side) || undefined}
                  onChange={() => setChosen(chosen.with(index, side))}
                />
                {names.map((name) => (
                  <Box key={name} mt={8} style={{ overflowWrap: 'anywhere' }}>
                    {names.length > 1 && (
                      <Text size="sm" c="dimmed">
                        {getFieldLabel(resource, name)}
                      </Text>
                    )}
                    <FieldDiff
                      resource={resource}
                      name={name}
                      before={versions.base}
                      after={versions[side]}
                      shownVersion="both"
                    />
                  </Box>
                ))}
              </div>
            ))}
          </SimpleGrid>
        </fieldset>
      ))}
      <Group justify="flex-end" gap={12} className={classes.footer}>
        <Button onClick={() => onClose(null)}>Keep editing</Button>
        <Button variant="brand" onClick={() => onClose(chosen)}>
          {question.actionLabel}
        </Button>
      </Group>
    </>
  );
};

/** Asks which version of each item to keep. Returns their sides; null to go on editing. */
export const openMergeDialog = (question: MergeQuestion): Promise<readonly Side[] | null> =>
  new Promise((resolve) => {
    openDialog({
      title: question.title,
      size: '60rem',
      onClose: () => resolve(null),
      render: (close) => (
        <MergeForm
          question={question}
          onClose={(chosen) => {
            resolve(chosen);
            close();
          }}
        />
      ),
    });
  });
