import { Highlight, Kbd } from '@mantine/core';
import { Spotlight } from '@mantine/spotlight';
import { useEffect, useState } from 'react';
import { listMarkedWords } from '../../ui/marked-words.ts';
import { RecordPicture } from '../../ui/record-picture.tsx';
import { formatKeys, getShortcutKeys, type ShortcutName } from '../../ui/shortcuts.ts';
import { useOnChange } from '../../ui/use-on-change.ts';
import classes from './command-palette.module.css';
import type { PaletteItem } from './palette-item.ts';
import { commandPaletteStore } from './palette-store.ts';

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
      <RecordPicture image={item.image} icon={item.icon} />
    </span>
    <span className={classes.text}>
      <Highlight component="span" highlight={listMarkedWords(query)}>
        {item.label}
      </Highlight>
      {item.detail && (
        <Highlight component="span" highlight={listMarkedWords(query)} className={classes.detail}>
          {item.detail}
        </Highlight>
      )}
    </span>
    {item.value && <span className={`${classes.value} bo-tabular`}>{item.value}</span>}
    {item.shortcut && <Shortcut name={item.shortcut} />}
  </Spotlight.Action>
);

export const listId = 'palette-list';

const selectedAttribute = 'data-selected';

export const findActiveOption = (): HTMLElement | null => document.querySelector(`#${listId} [${selectedAttribute}]`);

/**
 * Returns the id of the selected entry. Spotlight only sets a DOM attribute, so this hook observes it for screen
 * readers, tracks added and removed entries, and selects the first one if none is selected or the results change.
 */
export const useActiveOption = (hasItems: boolean, resets: readonly unknown[]) => {
  const [selectedId, setSelectedId] = useState<string>();
  useOnChange(resets, () => findActiveOption()?.removeAttribute(selectedAttribute));
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
