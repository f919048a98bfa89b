import { Button, Checkbox, Group, Modal, Stack, Text, TextInput } from '@mantine/core';
import { useInputState } from '@mantine/hooks';
import {
  IconCopy,
  IconPin,
  IconPinnedFilled,
  IconStar,
  IconStarFilled,
  IconTrash,
  IconUsersMinus,
  IconUsersPlus,
} from '@tabler/icons-react';
import { type FormEvent, useState } from 'react';
import { texts } from '#shared/texts.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { maxViewNameLength, type SavedView, validateViewName } from './saved-views.ts';
import type { SavedViews } from './use-saved-views.ts';
import classes from './view-menu.module.css';

const modalProps = { opened: true, size: 560 };

export const SaveViewDialog = ({ views, onClose }: { views: SavedViews; onClose: () => void }) => {
  const [name, setName] = useInputState('');
  const [isDefault, setIsDefault] = useInputState(false);
  const [error, setError] = useState<string | null>(null);
  const save = (event: FormEvent) => {
    event.preventDefault();
    const nameError = validateViewName(views.preferences, name);
    setError(nameError);
    if (nameError) return;
    views.add(name, { isDefault });
    onClose();
  };
  return (
    <Modal {...modalProps} title="Save as new view" onClose={onClose}>
      <form noValidate onSubmit={save}>
        <Stack gap="md">
          <Text c="dimmed">
            Saves the search, filters, sorting, columns and rows per page. Only you can see it, on this
            computer{views.canShare && ', until you share it under Manage views'}.
          </Text>
          <TextInput
            label="Name"
            required
            data-autofocus
            maxLength={maxViewNameLength}
            value={name}
            error={error}
            onChange={setName}
          />
          <Checkbox label="Use as default view" checked={isDefault} onChange={setIsDefault} />
          <Group justify="flex-end" gap="sm">
            <Button onClick={onClose}>{texts.form.cancel}</Button>
            <Button variant="brand" type="submit">
              {texts.form.save}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
};

/** A free name for a copy of a view. */
const nameCopy = ({ preferences }: SavedViews, { name }: SavedView): string => {
  const toName = (count: number) =>
    `${name.slice(0, maxViewNameLength - 10)} (copy${count > 1 ? ` ${count}` : ''})`;
  let count = 1;
  while (validateViewName(preferences, toName(count))) count += 1;
  return toName(count);
};

const ViewRow = ({ view, views }: { view: SavedView; views: SavedViews }) => {
  const [name, setName] = useState(view.name);
  const { shared } = view;
  const { defaultViewId, pinnedIds = [] } = views.preferences;
  const isDefault = defaultViewId === view.id;
  const isPinned = pinnedIds.includes(view.id);
  const error = validateViewName(views.preferences, name, view);
  const owner = shared?.isOwn ? 'you' : (shared?.ownerName ?? 'a former user');
  return (
    <li className={classes.view}>
      <TextInput
        aria-label={`Name of ${view.name}`}
        flex={1}
        maxLength={maxViewNameLength}
        value={name}
        error={error}
        readOnly={shared?.canChange === false}
        description={shared && `Shared with everyone by ${owner}`}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        onChange={(event) => {
          const newName = event.currentTarget.value;
          setName(newName);
          if (!shared && !validateViewName(views.preferences, newName, view)) views.rename(view, newName);
        }}
        onBlur={() => {
          // Everyone would see each letter.
          if (shared?.canChange && !error && name.trim() !== view.name) views.rename(view, name);
        }}
      />
      {views.canPin && (
        <IconButton
          label={isPinned ? `Unpin ${view.name} from the sidebar` : `Pin ${view.name} to the sidebar`}
          tooltip={isPinned ? 'Unpin from sidebar' : 'Pin to sidebar'}
          icon={isPinned ? <IconPinnedFilled size="1.125rem" /> : <IconPin size="1.125rem" />}
          onClick={() => views.togglePin(view.id)}
        />
      )}
      <IconButton
        label={
          isDefault ? `Stop using ${view.name} as the default view` : `Use ${view.name} as the default view`
        }
        tooltip={isDefault ? 'Default view' : 'Set as default'}
        icon={isDefault ? <IconStarFilled size="1.125rem" /> : <IconStar size="1.125rem" />}
        onClick={() => views.setDefault(isDefault ? undefined : view.id)}
      />
      {!shared && views.canShare && (
        <IconButton
          label={`Share view ${view.name} with everyone`}
          tooltip="Share with everyone"
          icon={<IconUsersPlus size="1.125rem" />}
          onClick={() => void views.share(view)}
        />
      )}
      {shared?.isOwn && (
        <IconButton
          label={`Stop sharing view ${view.name}`}
          tooltip="Stop sharing"
          icon={<IconUsersMinus size="1.125rem" />}
          onClick={() => void views.stopSharing(view)}
        />
      )}
      {shared && !shared.isOwn && (
        <IconButton
          label={`Copy view ${view.name} to my views`}
          tooltip="Copy to my views"
          icon={<IconCopy size="1.125rem" />}
          onClick={() => views.copy(view, nameCopy(views, view))}
        />
      )}
      {shared?.canChange !== false && (
        <IconButton
          label={`Delete view ${view.name}`}
          tooltip={shared ? 'Delete for everyone' : 'Delete'}
          icon={<IconTrash size="1.125rem" />}
          onClick={() => void views.remove(view)}
        />
      )}
    </li>
  );
};

export const ManageViewsDialog = ({ views, onClose }: { views: SavedViews; onClose: () => void }) => (
  <Modal {...modalProps} title="Manage views" onClose={onClose}>
    <Stack gap="md">
      {views.preferences.views.length === 0 && <Text c="dimmed">No saved views</Text>}
      <ul className={classes.views}>
        {views.preferences.views.map((view) => (
          <ViewRow key={view.id} view={view} views={views} />
        ))}
      </ul>
      <Group justify="flex-end">
        <Button variant="brand" onClick={onClose}>
          Done
        </Button>
      </Group>
    </Stack>
  </Modal>
);
