import { Highlight, Kbd } from '@mantine/core';
import { Spotlight } from '@mantine/spotlight';
import { useEffect, useState } from 'react';
import { formatKeys, getShortcutKeys, type ShortcutName } from '../../ui/shortcuts.ts';
import classes from './command-palette.module.css';
import type { PaletteItem } from './palette-item.ts';
import { commandPaletteStore } from './palette-store.ts';

type Part = { start: number; text: string; isMatch: boolean };

const splitAt = (text: string, positions: readonly number[]): Part[] => {
  const parts: Part[] = [];
  for (let index = 0; index < text.length; index += 1) {
    const isMatch = positions.includes(index);
    const last = parts.at(-1);
    if (last?.isMatch === isMatch) last.text += text.charAt(index);
    else parts.push({ start: index, text: text.charAt(index), isMatch });
  }
  return parts;
};

const MarkedText = ({ text, positions }: { text: string; positions: readonly number[] }) => (
  <span>
    {splitAt(text, positions).map(({ start, text: part, isMatch }) =>
      isMatch ? <mark key={start}>{part}</mark> : part,
    )}
  </span>
);

const Shortcut = ({ name }: { name: ShortcutName }) => {
  const keys = getShortcutKeys(name);
  if (keys === '') return null;
  return (
    <span className={classes.shortcut}>
      {formatKeys(keys).map((key) => (
        <Kbd key={key} size="xs">
          {key}
        </Kbd>
      ))}
    </span>
  );
};

export const PaletteOption = ({
  item,
  query,
  onChoose,
}: {
  item: PaletteItem;
  query: string;
  onChoose: () => void;
}) => (
  <Spotlight.Action role="option" aria-selected={false} onClick={onChoose}>
    <span className={classes.icon} aria-hidden>
      <item.icon size="1.125rem" />
    </span>
    <span className={classes.text}>
      {item.positions ? (
        <MarkedText text={item.label} positions={item.positions} />
      ) : (
        <Highlight component="span" highlight={query}>
          {item.label}
        </Highlight>
      )}
      {item.detail && (
        <Highlight component="span" highlight={query} className={classes.detail}>
          {item.detail}
        </Highlight>
      )}
    </span>
    {item.shortcut && <Shortcut name={item.shortcut} />}
  </Spotlight.Action>
);

export const listId = 'palette-list';

const selectedAttribute = 'data-selected';

/**
 * Returns the id of the selected entry. Spotlight only sets a DOM attribute, so this hook observes it for screen
 * readers, tracks added and removed entries, and selects the first one if none is selected.
 */
export const useActiveOption = (hasItems: boolean) => {
  const [selectedId, setSelectedId] = useState<string>();
  useEffect(() => {
    const list = hasItems ? document.getElementById(listId) : null;
    if (!list) return setSelectedId(undefined);
    const syncActiveOption = () => {
      const options = [...list.querySelectorAll('[data-action]')];
      const selected = options.find((option) => option.hasAttribute(selectedAttribute)) ?? options[0];
      for (const [index, option] of options.entries()) {
        option.id = `${listId}-${index}`;
        option.setAttribute('aria-selected', String(option === selected));
      }
      if (selected && !selected.hasAttribute(selectedAttribute)) selected.setAttribute(selectedAttribute, 'true');
      commandPaletteStore.updateState((state) => ({
        ...state,
        selected: selected ? options.indexOf(selected) : -1,
      }));
      setSelectedId(selected?.id);
    };
    const observer = new MutationObserver(syncActiveOption);
    observer.observe(list, { subtree: true, childList: true, attributeFilter: [selectedAttribute] });
    syncActiveOption();
    return () => observer.disconnect();
  }, [hasItems]);
  return selectedId;
};
