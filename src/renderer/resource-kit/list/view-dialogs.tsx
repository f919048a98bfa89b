import { Button, Checkbox, Group, Modal, Stack, Text, TextInput } from '@mantine/core';
import { useInputState } from '@mantine/hooks';
import { IconStar, IconStarFilled, IconTrash } from '@tabler/icons-react';
import { type FormEvent, useState } from 'react';
import { texts } from '#shared/texts.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { maxViewNameLength, type SavedView, type SavedViews, validateViewName } from './saved-views.ts';
import classes from './view-menu.module.css';

const modalProps = { opened: true, size: 480 };

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
            computer.
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

const ViewRow = ({ view, views }: { view: SavedView; views: SavedViews }) => {
  const [name, setName] = useState(view.name);
  const isDefault = views.preferences.defaultViewId === view.id;
  const error = validateViewName(views.preferences, name, view);
  return (
    <li className={classes.view}>
      <TextInput
        aria-label={`Name of ${view.name}`}
        flex={1}
        maxLength={maxViewNameLength}
        value={name}
        error={error}
        onChange={(event) => {
          const newName = event.currentTarget.value;
          setName(newName);
          if (!validateViewName(views.preferences, newName, view)) views.rename(view, newName);
        }}
      />
      <IconButton
        label={
          isDefault ? `Stop using ${view.name} as the default view` : `Use ${view.name} as the default view`
        }
        tooltip={isDefault ? 'Default view' : 'Set as default'}
        icon={isDefault ? <IconStarFilled size="1.125rem" /> : <IconStar size="1.125rem" />}
        onClick={() => views.setDefault(isDefault ? undefined : view.id)}
      />
      <IconButton
        label={`Delete view ${view.name}`}
        tooltip="Delete"
        icon={<IconTrash size="1.125rem" />}
        onClick={() => views.remove(view)}
      />
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
