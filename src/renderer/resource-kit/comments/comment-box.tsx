import { Button, Combobox, Group, Text, useCombobox } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { type KeyboardEvent, useEffect, useEffectEvent, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { maxCommentLength } from '#shared/comments.ts';
import { GrowingTextarea } from '../../ui/growing-textarea.tsx';
import { InlineAlert } from '../../ui/inline-alert.tsx';
import { useBusy } from '../../ui/use-busy.ts';
import { getErrorMessage, getErrorStatus } from '../errors.ts';
import { DraftBanner, useUnsentText } from '../save/use-draft.tsx';
import { type CommentDraft, emptyDraft, encodeMentions, findMentionQuery, insertMention } from './comment-text.tsx';
import classes from './comments.module.css';
import { useMentionableUsers } from './comments-store.ts';

const searchDelay = 150;

type CommentBoxProps = {
  /** Resource of the record, whose readers can be mentioned. */
  resource: string;
  /** Address of the box, under which the typed text is stored until it is sent. */
  place: string;
  initial?: CommentDraft;
  label: string;
  placeholder?: string;
  submitLabel: string;
  isFocused?: boolean;
  onSubmit: (text: string) => Promise<void>;
  onCancel?: () => void;
};

/** Sends the text, which stays, with the error, if that fails. */
const useCommentForm = ({ place, initial = emptyDraft, onSubmit, onCancel }: CommentBoxProps) => {
  const { value: draft, ...unsent } = useUnsentText({ resource: 'comment', place, initial });
  const [error, setError] = useState<string | null>(null);
  const [isSending, track] = useBusy();
  const text = encodeMentions(draft);
  const canSend = text !== '' && text.length <= maxCommentLength;
  const change = (next: CommentDraft) => {
    unsent.change(next);
    setError(null);
  };
  const submit = async () => {
    if (isSending || !canSend) return;
    setError(null);
    try {
      await track(onSubmit(text));
      // A box that can be cancelled closes.
      if (onCancel) unsent.discard();
      else unsent.change(initial);
    } catch (reason) {
      // The login explains an expired session.
      if (getErrorStatus(reason) !== 401) setError(getErrorMessage(reason));
    }
  };
  return { ...unsent, draft, change, submit, error, isSending, canSend, isTooLong: text.length > maxCommentLength };
};

/** A text box that completes names after an @, and sends with Ctrl+Enter. */
export const CommentBox = (props: CommentBoxProps) => {
  const { resource, label, placeholder, submitLabel, isFocused = false, onCancel } = props;
  const ref = useRef<HTMLTextAreaElement>(null);
  const onSubmit = async (text: string) => {
    await props.onSubmit(text);
    // The button is disabled until there is text again.
    ref.current?.focus();
  };
  const form = useCommentForm({ ...props, onSubmit });
  const { draft } = form;
  const [typedName, setTypedName] = useState<string | null>(null);
  const [query] = useDebouncedValue(typedName, searchDelay);
  const { data: users = [] } = useMentionableUsers(resource, typedName === null ? null : query);
  const combobox = useCombobox();
  const found = typedName === null ? [] : users;
  const firstId = found[0]?.userId;
  const showFound = useEffectEvent((isFound: boolean) => {
    if (!isFound) return combobox.closeDropdown();
    combobox.openDropdown();
    combobox.selectFirstOption();
  });
  useEffect(() => showFound(firstId !== undefined), [firstId]);
  useEffect(() => {
    const textarea = ref.current;
    if (!isFocused || !textarea) return;
    textarea.focus();
    textarea.setSelectionRange(textarea.value.length, textarea.value.length);
  }, [isFocused]);

  const choose = (userId: string) => {
    const user = found.find((other) => other.userId === userId);
    const textarea = ref.current;
    if (!user || !textarea) return;
    const completed = insertMention(draft, { caret: textarea.selectionStart, user });
    flushSync(() => {
      form.change(completed.draft);
      setTypedName(null);
    });
    textarea.focus();
    textarea.setSelectionRange(completed.caret, completed.caret);
  };
  const handleKey = (event: KeyboardEvent) => {
    if (event.key === 'Escape' && typedName !== null) {
      event.preventDefault();
      setTypedName(null);
    }
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    void form.submit();
  };
  const isOpen = combobox.dropdownOpened && found.length > 0;

  return (
    <form
      className={classes.box}
      onSubmit={(event) => {
        event.preventDefault();
        void form.submit();
      }}
    >
      <Combobox store={combobox} onOptionSubmit={choose} withinPortal={false}>
        <Combobox.Target withKeyboardNavigation={isOpen}>
          <GrowingTextarea
            ref={ref}
            data-autofocus={isFocused || undefined}
            aria-label={label}
            placeholder={placeholder}
            minRows={2}
            maxRows={12}
            value={draft.text}
            readOnly={form.isSending}
            error={form.isTooLong && `A comment can have at most ${maxCommentLength} characters`}
            onChange={({ currentTarget }) => {
              const next = { ...draft, text: currentTarget.value };
              form.change(next);
              setTypedName(findMentionQuery(next, currentTarget.selectionStart));
            }}
            onKeyDown={handleKey}
            onBlur={() => setTypedName(null)}
          />
        </Combobox.Target>
        <Combobox.Dropdown hidden={found.length === 0}>
          <Combobox.Options aria-label="People" mah="14rem" style={{ overflowY: 'auto' }}>
            {found.map(({ userId, userName, email }) => (
              <Combobox.Option key={userId} value={userId} className={classes.option}>
                {userName}
                <Text span inherit ms="xs" fz="xs" className={classes.email}>
                  {email}
                </Text>
              </Combobox.Option>
            ))}
          </Combobox.Options>
        </Combobox.Dropdown>
      </Combobox>
      <DraftBanner draft={form.unreadableDraft} />
      {form.error !== null && <InlineAlert>{form.error}</InlineAlert>}
      <Group justify="flex-end" gap="xs">
        <Text fz="xs" c="dimmed" me="auto">
          @ mentions someone
        </Text>
        {onCancel && (
          <Button
            size="xs"
            onClick={() => {
              form.discard();
              onCancel();
            }}
          >
            Cancel
          </Button>
        )}
        <Button
          type="submit"
          size="xs"
          variant="brand"
          loading={form.isSending}
          disabled={!form.canSend}
          title="Ctrl+Enter"
        >
          {submitLabel}
        </Button>
      </Group>
    </form>
  );
};
