import { Button, Group, Stack, Text } from '@mantine/core';
import { type Ref, useMemo, useState } from 'react';
import { formatList } from '#shared/resource-kit/labels.ts';
import { GrowingTextarea } from '../growing-textarea.tsx';
import { InlineAlert } from '../inline-alert.tsx';
import classes from './rich-text-frame.module.css';
import { RichTextView } from './rich-text-view.tsx';
import { findRemovalsInHtml, sanitizeRichText } from './sanitize-rich-text.ts';

export const RichTextSource = ({
  label,
  value,
  isDisabled,
  onChange,
  onDone,
  ref,
}: {
  label: string;
  value: string;
  isDisabled: boolean;
  onChange: (html: string) => void;
  onDone: () => void;
  ref?: Ref<HTMLTextAreaElement>;
}) => {
  const [{ stored, source, lastValue }, setSource] = useState({
    stored: value,
    source: value,
    lastValue: value,
  });
  // A restored draft or a merge replaces the text while its HTML is open.
  if (value !== lastValue) setSource({ stored: value, source: value, lastValue: value });
  const removals = useMemo(() => findRemovalsInHtml(source), [source]);
  const change = (newSource: string) => {
    const clean = newSource === stored ? stored : sanitizeRichText(newSource);
    setSource({ stored, source: newSource, lastValue: clean });
    onChange(clean);
  };
  return (
    <Stack gap="sm" p="sm">
      <GrowingTextarea
        ref={ref}
        label={`HTML of ${label}`}
        value={source}
        disabled={isDisabled}
        minRows={6}
        maxRows={16}
        spellCheck={false}
        classNames={{ input: classes.sourceInput }}
        data-autofocus
        onChange={(event) => change(event.currentTarget.value)}
      />
      {removals.length > 0 && <InlineAlert role="status">{`Saving removes ${formatList(removals)}.`}</InlineAlert>}
      <section aria-label={`Preview of ${label}`} className={classes.preview}>
        <Text size="sm" c="dimmed" mb={4}>
          Preview
        </Text>
        <RichTextView html={source} />
      </section>
      <Group justify="flex-end">
        <Button size="xs" disabled={isDisabled} onClick={onDone}>
          Done
        </Button>
      </Group>
    </Stack>
  );
};
