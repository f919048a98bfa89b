import { Spotlight, type SpotlightActionGroupData } from '@mantine/spotlight';
import { IconSearch } from '@tabler/icons-react';
import { useNavigate } from 'react-router-dom';
import { keysOf } from '../ui/shortcuts.ts';
import { mainEntries, type NavigationEntry, navigationGroups } from './navigation.ts';

/** Reaches every section by a few letters of its name. */
export const Palette = () => {
  const navigate = useNavigate();
  const toActions = (entries: readonly NavigationEntry[]) =>
    entries.map((entry) => ({
      id: entry.label,
      label: entry.label,
      leftSection: <entry.icon size="1.125rem" stroke={1.75} />,
      onClick: () => void navigate(entry.to),
    }));
  const actions: SpotlightActionGroupData[] = [
    { group: 'Sections', actions: toActions(mainEntries) },
    ...navigationGroups.map(({ label, entries }) => ({ group: label, actions: toActions(entries) })),
  ];
  return (
    <Spotlight
      actions={actions}
      shortcut={[...keysOf('palette')]}
      tagsToIgnore={[]}
      nothingFound="Nothing found"
      highlightQuery
      scrollable
      maxHeight={420}
      title="Go to"
      classNames={{ header: 'bo-visually-hidden' }}
      scrollAreaProps={{ viewportProps: { tabIndex: 0 } }}
      searchProps={{
        leftSection: <IconSearch size="1.125rem" />,
        placeholder: 'Go to…',
        'aria-label': 'Go to',
      }}
    />
  );
};
