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
import { useSearchParams } from 'react-router-dom';
import { texts } from '#shared/texts.ts';
import { openConfirm } from '../../ui/confirm.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { showSuccess, showSuccessWithUndo } from '../../ui/toasts.tsx';
import { attempt } from '../errors.ts';
import { withParams } from '../list-params.ts';
import {
  addCopy,
  addView,
  canPin,
  maxViewNameLength,
  moveToOwn,
  moveToShared,
  newViewId,
  removeView,
  replaceView,
  restoreView,
  type SavedView,
  togglePin,
  toViewSearch,
  toViewSearchParams,
  validateViewName,
  viewParam,
} from './saved-views.ts';
import { changeSharedView, removeSharedView, type SavedViews, shareView } from './use-saved-views.ts';
import classes from './view-menu.module.css';

type RowProps = { view: SavedView; views: SavedViews };

const icon = { size: '1.125rem' };

const ViewName = ({ view, views }: RowProps) => {
  const [edited, setEdited] = useState<string | null>(null);
  const name = edited ?? view.name;
  const { shared } = view;
  // Someone else may have shared a view with the name of this one.
  const validate = (text: string) => (text === view.name ? null : validateViewName(views.preferences, text, view));
  const error = validate(name);
  const owner = shared?.isOwn ? 'you' : (shared?.ownerName ?? 'a former user');
  const change = (text: string) => {
    setEdited(text);
    if (!shared && !validate(text)) {
      views.change((latest) => replaceView(latest, view.id, { name: text.trim() }));
    }
  };
  // Everyone would see each letter of a shared view's name.
  const saveShared = async () => {
    if (!shared || edited === null || error) return;
    const newName = edited.trim();
    if (newName === view.name || (await attempt(() => changeSharedView(view, { name: newName })))) setEdited(null);
  };
  return (
    <TextInput
      aria-label={`Name of ${view.name}`}
      flex={1}
      maxLength={maxViewNameLength}
      value={name}
      error={error}
      readOnly={shared?.canChange === false}
      description={shared && `Shared with everyone by ${owner}`}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      onChange={({ currentTarget }) => change(currentTarget.value)}
      onKeyDown={({ key, currentTarget }) => {
        if (key === 'Enter') currentTarget.blur();
      }}
      onBlur={() => void saveShared()}
    />
  );
};

/** A free name for a copy of a view. */
const nameCopy = ({ preferences }: SavedViews, { name }: SavedView): string => {
  const toName = (count: number) => `${name.slice(0, maxViewNameLength - 10)} (copy${count > 1 ? ` ${count}` : ''})`;
  let count = 1;
  while (validateViewName(preferences, toName(count))) count += 1;
  return toName(count);
};

const confirmRemoval = ({ name }: SavedView): Promise<boolean> =>
  openConfirm({
    title: 'Delete this view for everyone?',
    message: `“${name}” disappears from the lists and sidebars of all users. You can’t undo this.`,
    confirmLabel: 'Delete for everyone',
    isDestructive: true,
  });

const remove = async ({ change }: SavedViews, view: SavedView): Promise<void> => {
  if (view.shared) {
    if (await confirmRemoval(view)) await attempt(() => removeSharedView(view));
    return;
  }
  const previous = change((latest) => removeView(latest, view));
  showSuccessWithUndo(`View “${view.name}” deleted`, () => change((latest) => restoreView(latest, previous, view)));
};

/** A view in the dialog Manage views. */
const ViewRow = ({ view, views }: RowProps) => {
  const [, setSearch] = useSearchParams();
  const { id, name, shared } = view;
  const { resource, preferences, current, change } = views;
  const isDefault = preferences.defaultViewId === id;
  const isPinned = preferences.pinnedIds?.includes(id);
  /** Keeps the open view open when sharing gives it another id. */
  const replaceOpenId = (newId: string) => {
    if (current?.id === id) setSearch((search) => withParams(search, { [viewParam]: newId }), { replace: true });
  };
  const share = async () => {
    const sharedId = await shareView(resource, view);
    change((latest) => moveToShared(latest, view, sharedId));
    replaceOpenId(sharedId);
    showSuccess(`Everyone can now use the view “${name}”`);
  };
  const stopSharing = async () => {
    await removeSharedView(view);
    const ownId = newViewId();
    change((latest) => moveToOwn(latest, view, ownId));
    replaceOpenId(ownId);
    showSuccess(`Only you can use the view “${name}” now`);
  };
  const copy = () => {
    const copyName = nameCopy(views, view);
    change((latest) => addCopy(latest, view, { id: newViewId(), name: copyName }));
    showSuccess(`View “${copyName}” added to your views`);
  };
  const actions = [
    canPin(resource) && {
      key: 'pin',
      label: isPinned ? `Unpin ${name} from the sidebar` : `Pin ${name} to the sidebar`,
      tooltip: isPinned ? 'Unpin from sidebar' : 'Pin to sidebar',
      Icon: isPinned ? IconPinnedFilled : IconPin,
      onClick: () => change((latest) => togglePin(latest, id)),
    },
    {
      key: 'default',
      label: isDefault ? `Stop using ${name} as the default view` : `Use ${name} as the default view`,
      tooltip: isDefault ? 'Default view' : 'Set as default',
      Icon: isDefault ? IconStarFilled : IconStar,
      onClick: () => change((latest) => ({ ...latest, defaultViewId: isDefault ? undefined : id })),
    },
    !shared &&
      views.canShare && {
        key: 'share',
        label: `Share view ${name} with everyone`,
        tooltip: 'Share with everyone',
        Icon: IconUsersPlus,
        onClick: () => void attempt(share),
      },
    shared?.isOwn && {
      key: 'unshare',
      label: `Stop sharing view ${name}`,
      tooltip: 'Stop sharing',
      Icon: IconUsersMinus,
      onClick: () => void attempt(stopSharing),
    },
    shared?.isOwn === false && {
      key: 'copy',
      label: `Copy view ${name} to my views`,
      tooltip: 'Copy to my views',
      Icon: IconCopy,
      onClick: copy,
    },
    shared?.canChange !== false && {
      key: 'delete',
      label: `Delete view ${name}`,
      tooltip: shared ? 'Delete for everyone' : 'Delete',
      Icon: IconTrash,
      onClick: () => void remove(views, view),
    },
  ];
  return (
    <li className={classes.view}>
      <ViewName view={view} views={views} />
      {actions.map(
        (action) =>
          action && (
            <IconButton
              key={action.key}
              label={action.label}
              tooltip={action.tooltip}
              icon={<action.Icon {...icon} />}
              onClick={action.onClick}
            />
          ),
      )}
    </li>
  );
};

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
      return isDefault ? { ...added, defaultViewId: view.id } : added;
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
