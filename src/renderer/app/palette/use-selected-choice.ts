import { useEffect, useState } from 'react';
import { paletteStore } from './palette-store.ts';

const mark = 'data-selected';

/**
 * Which entry of the palette is selected, by its id. Spotlight keeps that as a mark in the page alone: from there it
 * is told to screen readers, kept right while entries come and go, and set where there would be none.
 */
export const useSelectedChoice = ({ listId, hasChoices }: { listId: string; hasChoices: boolean }) => {
  const [selectedId, setSelectedId] = useState<string>();
  useEffect(() => {
    const list = hasChoices ? document.getElementById(listId) : null;
    if (!list) return setSelectedId(undefined);
    const tell = () => {
      const options = [...list.querySelectorAll('[data-action]')];
      const selected = options.find((option) => option.hasAttribute(mark)) ?? options[0];
      for (const [index, option] of options.entries()) {
        option.id = `${listId}-${index}`;
        option.setAttribute('aria-selected', String(option === selected));
      }
      if (selected && !selected.hasAttribute(mark)) selected.setAttribute(mark, 'true');
      paletteStore.updateState((state) => ({
        ...state,
        selected: selected ? options.indexOf(selected) : -1,
      }));
      setSelectedId(selected?.id);
    };
    const observer = new MutationObserver(tell);
    observer.observe(list, { subtree: true, childList: true, attributeFilter: [mark] });
    tell();
    return () => observer.disconnect();
  }, [listId, hasChoices]);
  return selectedId;
};
