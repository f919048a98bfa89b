import { Button, Menu, Text } from '@mantine/core';
import {
  IconBookmark,
  IconBookmarkPlus,
  IconChevronDown,
  IconDeviceFloppy,
  IconListDetails,
  IconListNumbers,
  IconPin,
  IconPinnedOff,
} from '@tabler/icons-react';
import { useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { inSentence } from '#shared/resource-kit/labels.ts';
import { MenuButton } from '../../ui/dropdown.tsx';
import { attempt } from '../errors.ts';
import {
  canPin,
  getViewColumns,
  hasUnsavedViewChanges,
  noViewId,
  resetView,
  type SavedView,
  saveView,
  togglePin,
  toViewSearch,
  toViewSearchParams,
} from './saved-views.ts';
import { changeSharedView, type SavedViews, useViewCounts } from './use-saved-views.ts';
import { ManageViewsDialog, SaveViewDialog } from './view-dialogs.tsx';

const icon = { size: '1rem', stroke: 1.75 };

export const ViewMenu = (props: { views: SavedViews; fixedFilters: Readonly<Record<string, string>> }) => {
  const { views, fixedFilters } = props;
  const [dialog, setDialog] = useState<'save' | 'manage' | null>(null);
  const [showsCounts, setShowsCounts] = useState(false);
  const [, setSearch] = useSearchParams();
  const { resource, state, preferences, current, change } = views;
  const isChanged = current !== undefined && hasUnsavedViewChanges(preferences, current, state);
  const options = [{ id: noViewId, name: `All ${inSentence(resource.labelPlural)}`, search: '' }, ...preferences.views];
  const { counts, isFailed } = useViewCounts(resource, options, { isEnabled: showsCounts, fixedFilters });
  const isPinned = current !== undefined && preferences.pinnedIds?.includes(current.id) === true;
  const openView = (view: SavedView | undefined) => {
    if (view) change((latest) => resetView(latest, view));
    setSearch(toViewSearchParams(view, preferences));
  };
  const save = async (view: SavedView) => {
    if (!view.shared) {
      change((latest) => saveView(latest, view, state));
      return;
    }
    const saved = { search: toViewSearch(state), columns: getViewColumns(preferences, view) };
    if (await attempt(() => changeSharedView(view, saved))) change((latest) => resetView(latest, view));
  };
  return (
    <>
      <MenuButton
        position="bottom-end"
        width={280}
        onClose={() => setShowsCounts(false)}
        target={(props) => (
          <Button
            {...props}
            leftSection={<IconBookmark {...icon} />}
            rightSection={<IconChevronDown size="0.875rem" aria-hidden />}
          >
            {current && <span className="bo-visually-hidden">View: </span>}
            <Text span inherit truncate maw="14rem">
              {current ? current.name : 'Views'}
            </Text>
            {isChanged && (
              <Text span inherit c="dimmed" fw={400} ms={6}>
                (edited)
              </Text>
            )}
          </Button>
        )}
      >
        {() => (
          <>
            <Menu.RadioGroup value={current?.id ?? noViewId}>
              {options.map((option, index) => {
                const { id, name } = option;
                const notes = [
                  'shared' in option && 'Shared',
                  preferences.defaultViewId === id && 'Default',
                  showsCounts && (counts[index]?.toLocaleString('en') ?? (isFailed ? 'Couldn’t count' : '…')),
                ].filter((note) => note !== false);
                return (
                  <Menu.RadioItem
                    key={id}
                    value={id}
                    closeMenuOnClick
                    onChange={() => openView(preferences.views.find((view) => view.id === id))}
                    rightSection={
                      notes.length > 0 ? (
                        <Text span inherit fz="xs" c="dimmed" className="bo-tabular">
                          {notes.join(' · ')}
                        </Text>
                      ) : undefined
                    }
                  >
                    <Text inherit truncate maw="9rem">
                      {name}
                    </Text>
                  </Menu.RadioItem>
                );
              })}
            </Menu.RadioGroup>
            <Menu.Divider />
            <Menu.Item
              closeMenuOnClick={false}
              leftSection={<IconListNumbers {...icon} />}
              onClick={() => setShowsCounts(!showsCounts)}
            >
              {showsCounts ? 'Hide counts' : 'Show counts'}
            </Menu.Item>
            {current && canPin(resource) && (
              <Menu.Item
                leftSection={isPinned ? <IconPinnedOff {...icon} /> : <IconPin {...icon} />}
                onClick={() => change((latest) => togglePin(latest, current.id))}
              >
                {isPinned ? 'Unpin from sidebar' : 'Pin to sidebar'}
              </Menu.Item>
            )}
            {current && isChanged && current.shared?.canChange !== false && (
              <Menu.Item leftSection={<IconDeviceFloppy {...icon} />} onClick={() => void save(current)}>
                {current.shared ? 'Save changes for everyone' : 'Save changes'}
              </Menu.Item>
            )}
            <Menu.Item leftSection={<IconBookmarkPlus {...icon} />} onClick={() => setDialog('save')}>
              Save as new view…
            </Menu.Item>
            {preferences.views.length > 0 && (
              <Menu.Item leftSection={<IconListDetails {...icon} />} onClick={() => setDialog('manage')}>
                Manage views…
              </Menu.Item>
            )}
          </>
        )}
      </MenuButton>
      {dialog === 'save' && <SaveViewDialog views={views} onClose={() => setDialog(null)} />}
      {dialog === 'manage' && <ManageViewsDialog views={views} onClose={() => setDialog(null)} />}
    </>
  );
};
