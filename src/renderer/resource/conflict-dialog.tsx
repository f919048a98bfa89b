import { Button, Group, Stack, Text } from '@mantine/core';
import { modals } from '@mantine/modals';
import type { AnyRecord, Resource } from '#shared/resource/define-resource.ts';
import { formatMoment } from '../ui/format.ts';
import { titleOf } from './list-context.tsx';

/** Says that somebody else changed the record meanwhile, and asks which version shall stay. */
export const openConflictDialog = ({
  resource,
  theirs,
  onLoad,
  onOverwrite,
}: {
  resource: Resource;
  theirs: AnyRecord;
  onLoad: () => void;
  onOverwrite: () => void;
}): void => {
  const modalId = `${resource.name}-conflict`;
  const finish = (action?: () => void) => {
    modals.close(modalId);
    action?.();
  };
  modals.open({
    modalId,
    title: `This ${resource.label} was changed by someone else`,
    closeButtonProps: { 'aria-label': 'Close' },
    children: (
      <Stack>
        <Text>
          {`“${titleOf(resource, theirs)}” was saved by someone else on ${formatMoment(theirs.updatedAt)}, while you were editing it. Nothing of yours is saved yet.`}
        </Text>
        <Text c="dimmed">
          Load theirs to see their version; what you typed here is then gone. Overwrite to replace their
          version with yours.
        </Text>
        <Group justify="flex-end">
          <Button variant="default" data-autofocus onClick={() => finish()}>
            Keep editing
          </Button>
          <Button variant="default" onClick={() => finish(onLoad)}>
            Load theirs
          </Button>
          <Button onClick={() => finish(onOverwrite)}>Overwrite</Button>
        </Group>
      </Stack>
    ),
  });
};
