import { Button, Group, Stack } from '@mantine/core';
import type { Ref } from 'react';
import { formatList } from '#shared/resource-kit/labels.ts';
import { openConfirm } from '../confirm.tsx';
import { InlineAlert } from '../inline-alert.tsx';
import { RichTextView } from './rich-text-view.tsx';

export const RichTextLocked = ({
  html,
  losses,
  isDisabled,
  onEditHtml,
  onEditAnyway,
  ref,
}: {
  html: string;
  losses: readonly string[];
  isDisabled: boolean;
  onEditHtml: () => void;
  onEditAnyway: () => void;
  ref?: Ref<HTMLButtonElement>;
}) => {
  const confirmEdit = async () => {
    const isConfirmed = await openConfirm({
      title: 'Edit anyway?',
      message: `Once you change the text, the editor won’t keep ${formatList(losses)}.`,
      detail: 'Until then the text stays as it is.',
      confirmLabel: 'Edit anyway',
    });
    if (isConfirmed) onEditAnyway();
  };
  return (
    <Stack gap="sm" p="sm">
      <InlineAlert role="status">
        {`This text contains ${formatList(losses)} that can’t be edited here.`}
        <Group gap="xs" mt="xs">
          <Button ref={ref} size="xs" disabled={isDisabled} onClick={onEditHtml}>
            Edit HTML
          </Button>
          <Button size="xs" disabled={isDisabled} onClick={() => void confirmEdit()}>
            Edit anyway
          </Button>
        </Group>
      </InlineAlert>
      <RichTextView html={html} />
    </Stack>
  );
};
