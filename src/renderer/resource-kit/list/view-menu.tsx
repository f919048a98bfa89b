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
import type { SavedView } from '#shared/saved-views.ts';
import { MenuButton } from '../../ui/dropdown.tsx';
import { attempt } from '../errors.ts';
import {
  canPin,
  changeView,
  findView,
  getViewColumns,
  hasUnsavedViewChanges,
  noViewId,
  resetView,
  type SavedViews,
  togglePin,
  toViewSearch,
  toViewSearchParams,
  useViewCounts,
} from './saved-views.ts';
import { ManageViewsDialog, SaveViewDialog } from './view-dialogs.tsx';

const icon = { size: '1rem', stroke: 1.75 };

export const ViewMenu = (props: { views: SavedViews; fixedFilters: Readonly<Record<string, string>> }) => {
  const { views: saved, fixedFilters } = props;
  const [dialog, setDialog] = useState<'save' | 'manage' | null>(null);
  const [showsCounts, setShowsCounts] = useState(false);
  const [, setSearch] = useSearchParams();
  const { resource, state, preferences, views, current, change } = saved;
  const isChanged = current !== undefined && hasUnsavedViewChanges(preferences, current, state);
  const all = { _id: noViewId, name: `All ${inSentence(resource.labelPlural)}`, search: '', isShared: false };
  const options = [all, ...views];
  const { counts, isFailed } = useViewCounts(resource, options, { isEnabled: showsCounts, fixedFilters });
  const isPinned = current !== undefined && preferences.pinnedIds.includes(current._id);
  const openView = (view: SavedView | undefined) => {
    if (view) change((latest) => resetView(latest, view));
    setSearch(toViewSearchParams(view, preferences));
  };
  const save = async (view: SavedView) => {
    const edited = { search: toViewSearch(state), columns: getViewColumns(preferences, view) };
    if (await attempt(() => changeView(view, edited))) change((latest) => resetView(latest, view));
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
            variant="subtle"
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
            <Menu.RadioGroup value={current?._id ?? noViewId}>
              {options.map(({ _id, name, isShared }, index) => {
                const notes = [
                  isShared && 'Shared',
                  preferences.defaultViewId === _id && 'Default',
                  showsCounts && (counts[index]?.toLocaleString('en') ?? (isFailed ? 'Couldn’t count' : '…')),
                ].filter((note) => note !== false);
                return (
                  <Menu.RadioItem
                    key={_id}
                    value={_id}
                    closeMenuOnClick
                    onChange={() => openView(findView(views, _id))}
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
                onClick={() => change((latest) => togglePin(latest, current._id))}
              >
                {isPinned ? 'Unpin from sidebar' : 'Pin to sidebar'}
              </Menu.Item>
            )}
            {current && isChanged && saved.canChange(current) && (
              <Menu.Item leftSection={<IconDeviceFloppy {...icon} />} onClick={() => void save(current)}>
                {current.isShared ? 'Save changes for everyone' : 'Save changes'}
              </Menu.Item>
            )}
            <Menu.Item leftSection={<IconBookmarkPlus {...icon} />} onClick={() => setDialog('save')}>
              Save as new view…
            </Menu.Item>
            {views.length > 0 && (
              <Menu.Item leftSection={<IconListDetails {...icon} />} onClick={() => setDialog('manage')}>
                Manage views…
              </Menu.Item>
            )}
          </>
        )}
      </MenuButton>
      {dialog === 'save' && <SaveViewDialog saved={saved} onClose={() => setDialog(null)} />}
      {dialog === 'manage' && <ManageViewsDialog saved={saved} onClose={() => setDialog(null)} />}
    </>
  );
};
