import { Button, Checkbox, Group, Modal, Stack, Text, TextInput } from '@mantine/core';
import { useInputState } from '@mantine/hooks';
import { type FormEvent, useState } from 'react';
import { useSearchParams } from 'react-router-dom';
import { texts } from '#shared/texts.ts';
import {
  addView,
  maxViewNameLength,
  newViewId,
  setDefaultView,
  toViewSearch,
  toViewSearchParams,
  validateViewName,
} from './saved-views.ts';
import type { SavedViews } from './use-saved-views.ts';
import classes from './view-menu.module.css';
import { ViewRow } from './view-row.tsx';

const modalProps = { opened: true, size: 560 };

export const SaveViewDialog = ({ views, onClose }: { views: SavedViews; onClose: () => void }) => {
  const { preferences, state, current, change } = views;
  const [, setSearch] = useSearchParams();
  const [name, setName] = useInputState('');
  const [isDefault, setIsDefault] = useInputState(false);
  const [error, setError] = useState<string | null>(null);
  const save = (event: FormEvent) => {
    event.preventDefault();
    const nameError = validateViewName(preferences, name);
    setError(nameError);
    if (nameError) return;
    const view = { id: newViewId(), name: name.trim(), search: toViewSearch(state) };
    change((latest) => {
      const added = addView(latest, { ...view, state, source: current });
      return isDefault ? setDefaultView(added, view.id) : added;
    });
    setSearch(toViewSearchParams(view, preferences), { replace: true });
    onClose();
  };
  return (
    <Modal {...modalProps} title="Save as new view" onClose={onClose}>
      <form noValidate onSubmit={save}>
        <Stack gap="md">
          <Text c="dimmed">
            Saves the search, filters, sorting, columns and rows per page. Only you can see it, on this computer
            {views.canShare && ', until you share it under Manage views'}.
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
