import { Box, Button, Group, Radio, ScrollArea, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import type { AnyRecord, Resource } from '#shared/resource-kit/define-resource.ts';
import { formatCount, inSentence } from '#shared/resource-kit/labels.ts';
import { modals } from '../../ui/modals.ts';
import { getCellText } from './field-column.tsx';
import { applyEdits, type CellConflict, type Edits } from './sheet-edits.ts';

type Conflicts = {
  resource: Resource;
  records: ReadonlyMap<string, AnyRecord>;
  edits: Edits;
  theirs: readonly AnyRecord[];
  conflicts: readonly CellConflict[];
};

type Side = 'mine' | 'theirs';

const getKey = ({ id, name }: CellConflict) => `${id} ${name}`;

const ConflictForm = ({
  resource,
  records,
  edits,
  theirs,
  conflicts,
  onSave,
  onCancel,
}: Conflicts & { onSave: (dropped: CellConflict[]) => void; onCancel: () => void }) => {
  const [sides, setSides] = useState<Readonly<Record<string, Side>>>({});
  const theirsById = new Map(theirs.map((record) => [record._id, record]));
  const getSide = (conflict: CellConflict) => sides[getKey(conflict)] ?? 'mine';
  const chooseAll = (side: Side) => setSides(Object.fromEntries(conflicts.map((conflict) => [getKey(conflict), side])));
  return (
    <Stack>
      <Text>
        Someone else changed {formatCount(conflicts.length, 'cell')} that you changed as well. Choose which version to
        keep. Their other changes are kept.
      </Text>
      <Group gap="xs">
        <Button size="compact-md" onClick={() => chooseAll('mine')}>
          Keep all of mine
        </Button>
        <Button size="compact-md" onClick={() => chooseAll('theirs')}>
          Keep all of theirs
        </Button>
      </Group>
      <ScrollArea.Autosize mah="50dvh">
        <Stack gap="sm">
          {conflicts.map((conflict) => {
            const { id, name } = conflict;
            const [base, their, field] = [records.get(id), theirsById.get(id), resource.fields[name]];
            if (!base || !their || !field) return null;
            const mine = applyEdits(resource, base, edits.get(id));
            const title = String(their[resource.titleField] ?? '');
            const texts = { mine, theirs: their };
            return (
              <Radio.Group
                key={getKey(conflict)}
                label={`${field.label} of ${title}`}
                description={`Before: ${getCellText(field, name, base) || 'empty'}`}
                value={getSide(conflict)}
                onChange={(side) => setSides({ ...sides, [getKey(conflict)]: side as Side })}
              >
                <Group mt={6} gap="lg">
                  {(['mine', 'theirs'] as const).map((side) => (
                    <Box key={side} maw="100%">
                      <Radio
                        value={side}
                        iconColor="var(--bo-primary-contrast)"
                        label={`${side === 'mine' ? 'Mine' : 'Theirs'}: ${getCellText(field, name, texts[side]) || 'empty'}`}
                      />
                    </Box>
                  ))}
                </Group>
              </Radio.Group>
            );
          })}
        </Stack>
      </ScrollArea.Autosize>
      <Group justify="flex-end" gap={12}>
        <Button onClick={onCancel}>Keep editing</Button>
        <Button
          variant="brand"
          data-autofocus
          onClick={() => onSave(conflicts.filter((conflict) => getSide(conflict) === 'theirs'))}
        >
          Save
        </Button>
      </Group>
    </Stack>
  );
};

/** Asks which version of each cell to keep. Returns the cells whose other version is kept; null to save nothing. */
export const openConflictDialog = (conflicts: Conflicts): Promise<CellConflict[] | null> =>
  new Promise((resolve) => {
    const modalId = `${conflicts.resource.name}-sheet-conflicts`;
    const finish = (dropped: CellConflict[] | null) => {
      resolve(dropped);
      modals.close(modalId);
    };
    modals.open({
      modalId,
      title: `Someone else changed these ${inSentence(conflicts.resource.labelPlural)}`,
      size: '44rem',
      onClose: () => resolve(null),
      children: <ConflictForm {...conflicts} onSave={finish} onCancel={() => finish(null)} />,
    });
  });
