import { CloseButton, Group, Text, TextInput } from '@mantine/core';
import { IconChevronDown, IconChevronUp, IconSearch } from '@tabler/icons-react';
import { type RefObject, useEffect, useRef, useState } from 'react';
import { formatCount } from '#shared/resource-kit/labels.ts';
import { useAnnouncement } from './announcements.tsx';
import { findMatches } from './find-matches.ts';
import { IconButton } from './icon-button.tsx';
import { createShortcutHandler, describeShortcut, useGlobalShortcut } from './shortcuts.ts';

/** Searches what a form can change, and leads from match to match. */
export const FindBar = ({ root, onClose }: { root: RefObject<HTMLElement | null>; onClose: () => void }) => {
  const [query, setQuery] = useState('');
  const [result, setResult] = useState('');
  const input = useRef<HTMLInputElement>(null);
  const opener = useRef(document.activeElement);
  const current = useRef(-1);
  useAnnouncement(result);
  useEffect(() => input.current?.focus(), []);
  const find = (text: string) => (root.current && text !== '' ? findMatches(root.current, text) : []);
  const change = (text: string) => {
    setQuery(text);
    current.current = -1;
    setResult(text && formatCount(find(text).length, { label: 'match', labelPlural: 'matches' }));
  };
  const move = (step: 1 | -1) => {
    const matches = find(query);
    const { length } = matches;
    if (length === 0) return;
    const from = current.current === -1 && step === -1 ? 0 : current.current;
    current.current = (from + step + length) % length;
    setResult(`Match ${current.current + 1} of ${length}`);
    matches[current.current]?.();
  };
  const close = () => {
    onClose();
    if (opener.current instanceof HTMLElement) opener.current.focus();
  };
  const keys = { nextMatch: () => move(1), previousMatch: () => move(-1) };
  useGlobalShortcut('nextMatch', keys.nextMatch);
  useGlobalShortcut('previousMatch', keys.previousMatch);
  const button = (label: string, name: keyof typeof keys, icon: typeof IconSearch) => {
    const Icon = icon;
    return (
      <IconButton
        isSmall
        label={label}
        tooltip={`${label} (${describeShortcut(name)})`}
        icon={<Icon size="1rem" />}
        onClick={keys[name]}
      />
    );
  };
  return (
    <Group
      role="search"
      aria-label="Find in form"
      gap="xs"
      px="var(--bo-page-margin)"
      py="xs"
      style={{ borderBottom: '1px solid var(--bo-line)' }}
      onKeyDown={(event) => {
        createShortcutHandler(keys)(event);
        // Pressed again, the shortcut reaches the search of the browser.
        if (event.key === 'Escape' || event.key.toLowerCase() === 'f') event.stopPropagation();
        if (event.key === 'Escape') close();
      }}
    >
      <TextInput
        ref={input}
        type="search"
        size="xs"
        flex="0 1 18rem"
        aria-label="Find"
        placeholder="Find"
        leftSection={<IconSearch size="0.875rem" />}
        value={query}
        onChange={({ currentTarget: { value } }) => change(value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter') return;
          event.preventDefault();
          move(event.shiftKey ? -1 : 1);
        }}
      />
      {button('Previous match', 'previousMatch', IconChevronUp)}
      {button('Next match', 'nextMatch', IconChevronDown)}
      <Text size="sm" c="dimmed" className="bo-tabular">
        {result}
      </Text>
      <CloseButton size="sm" aria-label="Close find" ms="auto" onClick={close} />
    </Group>
  );
};
