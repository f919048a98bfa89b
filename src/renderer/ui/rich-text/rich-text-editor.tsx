import { Button, CloseButton, Group, Stack, Text } from '@mantine/core';
import { type Ref, useId, useImperativeHandle, useMemo, useRef, useState } from 'react';
import { formatList } from '#shared/resource-kit/labels.ts';
import { openConfirm } from '../confirm.tsx';
import { GrowingTextarea } from '../growing-textarea.tsx';
import { InlineAlert } from '../inline-alert.tsx';
import { ContentsMenu } from './rich-text-contents.tsx';
import classes from './rich-text-frame.module.css';
import { RichTextToolbar } from './rich-text-toolbar.tsx';
import { RichTextView } from './rich-text-view.tsx';
import { findRemovalsInHtml, sanitizeRichText } from './sanitize-rich-text.ts';
import { useQuill } from './use-quill.ts';

const PasteNotice = ({ messages, onDismiss }: { messages: readonly string[]; onDismiss: () => void }) => (
  <div role="status">
    {messages.length > 0 && (
      <Group className={classes.notice} justify="space-between" wrap="nowrap" align="flex-start">
        <div>
          {messages.map((message) => (
            <Text key={message} size="sm">
              {message}
            </Text>
          ))}
        </div>
        <CloseButton size="sm" aria-label="Dismiss" onClick={onDismiss} />
      </Group>
    )}
  </div>
);

/**
 * Edits formatted text as sanitized HTML; the value of an empty text is ''. Without an edit the value stays identical.
 * A text that Quill can't represent is locked until the user chooses how to edit it.
 */
export const RichTextEditor = ({
  label,
  labelId,
  describedBy,
  value,
  isInvalid = false,
  isRequired = false,
  isDisabled = false,
  onChange,
  onBlur,
  onImageAdd,
  ref,
}: {
  label: string;
  labelId: string;
  describedBy?: string;
  value: string;
  isInvalid?: boolean;
  isRequired?: boolean;
  isDisabled?: boolean;
  onChange: (html: string) => void;
  onBlur?: () => void;
  onImageAdd?: () => void;
  ref?: Ref<{ focus: () => void }>;
}) => {
  const editorId = useId();
  const [isLinkOpen, setIsLinkOpen] = useState(false);
  const [isSource, setIsSource] = useState(false);
  const [acceptedLosses, setAcceptedLosses] = useState<readonly string[]>();
  const sourceRef = useRef<HTMLTextAreaElement>(null);
  const lockRef = useRef<HTMLButtonElement>(null);
  const { losses, ...editor } = useQuill({
    value,
    attributes: {
      id: editorId,
      role: 'textbox',
      'aria-multiline': 'true',
      'aria-labelledby': labelId,
      'aria-required': String(isRequired),
      'aria-invalid': String(isInvalid),
      'aria-describedby': describedBy ?? '',
    },
    isDisabled,
    onChange,
    onBlur,
    onImageAdd,
    onLink: () => setIsLinkOpen(true),
  });
  // Each loaded text has its own array, so accepting one text's losses doesn't unlock the next text.
  const isLocked = losses.length > 0 && acceptedLosses !== losses && !isSource;
  const isEditing = !isLocked && !isSource;

  useImperativeHandle(ref, () => ({
    focus: () => {
      if (isSource) sourceRef.current?.focus();
      else if (isLocked) lockRef.current?.focus();
      else editor.quill.current?.focus();
    },
  }));

  return (
    <div
      className={classes.frame}
      data-invalid={isInvalid || undefined}
      {...(!isEditing && { role: 'group', 'aria-labelledby': labelId, 'aria-describedby': describedBy })}
    >
      {isSource && (
        <RichTextSource
          ref={sourceRef}
          label={label}
          value={value}
          isDisabled={isDisabled}
          onChange={onChange}
          onDone={() => setIsSource(false)}
        />
      )}
      {isLocked && (
        <RichTextLocked
          ref={lockRef}
          html={value}
          losses={losses}
          isDisabled={isDisabled}
          onEditHtml={() => setIsSource(true)}
          onEditAnyway={() => setAcceptedLosses(losses)}
        />
      )}
      <div className={classes.editor} hidden={!isEditing}>
        <RichTextToolbar
          label={`${label} formatting`}
          editorId={editorId}
          formats={editor.formats}
          quill={editor.quill}
          onPickImages={() => void editor.insertPickedImages()}
          isLinkOpen={isLinkOpen}
          onLinkOpenChange={setIsLinkOpen}
          description={editor.description}
        />
        <PasteNotice messages={editor.notices} onDismiss={editor.dismissNotices} />
        <div ref={editor.host} className={classes.editor} />
        <ContentsMenu quill={editor.quill} />
      </div>
    </div>
  );
};

const RichTextLocked = ({
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

const RichTextSource = ({
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
