import { useEffect, useState } from 'react';
import { commandPaletteStore } from './palette-store.ts';

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
