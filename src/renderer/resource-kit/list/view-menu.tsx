import { Button, Menu, Text } from '@mantine/core';
import {
  IconBookmark,
  IconBookmarkPlus,
  IconChevronDown,
  IconDeviceFloppy,
  IconListDetails,
} from '@tabler/icons-react';
import { useState } from 'react';
import type { Resource } from '#shared/resource-kit/define-resource.ts';
import { inSentence } from '#shared/resource-kit/labels.ts';
import { noViewId, type SavedViews } from './saved-views.ts';
import { ManageViewsDialog, SaveViewDialog } from './view-dialogs.tsx';

const icon = { size: '1rem', stroke: 1.75 };

export const ViewMenu = ({ resource, views }: { resource: Resource; views: SavedViews }) => {
  const [dialog, setDialog] = useState<'save' | 'manage' | null>(null);
  const { preferences, current, isChanged } = views;
  const close = () => setDialog(null);
  return (
    <>
      <Menu position="bottom-end" width={260}>
        <Menu.Target>
          <Button
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
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.RadioGroup value={current?.id ?? noViewId}>
            {[{ id: noViewId, name: `All ${inSentence(resource.labelPlural)}` }, ...preferences.views].map(
              ({ id, name }) => (
                <Menu.RadioItem
                  key={id}
                  value={id}
                  closeMenuOnClick
                  onChange={() => views.open(preferences.views.find((view) => view.id === id))}
                  rightSection={
                    preferences.defaultViewId === id ? (
                      <Text span inherit fz="xs" c="dimmed">
                        Default
                      </Text>
                    ) : undefined
                  }
                >
                  <Text inherit truncate maw="11rem">
                    {name}
                  </Text>
                </Menu.RadioItem>
              ),
            )}
          </Menu.RadioGroup>
          <Menu.Divider />
          {current && isChanged && (
            <Menu.Item leftSection={<IconDeviceFloppy {...icon} />} onClick={views.save}>
              Save changes
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
        </Menu.Dropdown>
      </Menu>
      {dialog === 'save' && <SaveViewDialog views={views} onClose={close} />}
      {dialog === 'manage' && <ManageViewsDialog views={views} onClose={close} />}
    </>
  );
};
