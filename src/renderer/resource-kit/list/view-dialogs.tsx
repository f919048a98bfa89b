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
import type { SavedView } from '#shared/saved-views.ts';
import { texts } from '#shared/texts.ts';
import { openConfirm } from '../../ui/confirm.tsx';
import { IconButton } from '../../ui/icon-button.tsx';
import { showSuccess, showSuccessWithUndo } from '../../ui/toasts.tsx';
import { useBusy } from '../../ui/use-busy.ts';
import { attempt } from '../errors.ts';
import {
  canPin,
  changeView,
  createView,
  getViewColumns,
  maxViewNameLength,
  removeView,
  resetView,
  type SavedViews,
  togglePin,
  toViewSearch,
  toViewSearchParams,
  validateViewName,
} from './saved-views.ts';
import classes from './view-menu.module.css';

type RowProps = { view: SavedView; saved: SavedViews };

const icon = { size: '1.125rem' };

/** The name, which is saved when the focus leaves it or on Enter. */
const ViewName = ({ view, saved }: RowProps) => {
  const [edited, setEdited] = useState<string | null>(null);
  const name = edited ?? view.name;
  // Someone else may have shared a view with the name of this one.
  const error = name.trim() === view.name ? null : validateViewName(saved.views, name, view._id);
  const owner = saved.isOwn(view) ? 'you' : (view.ownerName ?? 'a former user');
  const save = async () => {
    if (edited === null || error) return;
    const newName = edited.trim();
    if (newName === view.name || (await attempt(() => changeView(view, { name: newName })))) setEdited(null);
  };
  return (
    <TextInput
      aria-label={`Name of ${view.name}`}
      flex={1}
      maxLength={maxViewNameLength}
      value={name}
      error={error}
      readOnly={!saved.canChange(view)}
      description={view.isShared && `Shared with everyone by ${owner}`}
      inputWrapperOrder={['label', 'input', 'description', 'error']}
      onChange={({ currentTarget }) => setEdited(currentTarget.value)}
      onKeyDown={({ key, currentTarget }) => {
        if (key === 'Enter') currentTarget.blur();
      }}
      onBlur={() => void save()}
    />
  );
};

/** A free name for a copy of a view. */
const nameCopy = ({ views }: SavedViews, { name }: SavedView): string => {
  const toName = (count: number) => `${name.slice(0, maxViewNameLength - 10)} (copy${count > 1 ? ` ${count}` : ''})`;
  let count = 1;
  while (validateViewName(views, toName(count))) count += 1;
  return toName(count);
};

const confirmRemoval = ({ name }: SavedView): Promise<boolean> =>
  openConfirm({
    title: 'Delete this view for everyone?',
    message: `“${name}” disappears from the lists and sidebars of all users. You can’t undo this.`,
    confirmLabel: 'Delete for everyone',
    isDestructive: true,
  });

const remove = async (view: SavedView): Promise<void> => {
  if (view.isShared && !(await confirmRemoval(view))) return;
  if (!(await attempt(() => removeView(view))) || view.isShared) return;
  showSuccessWithUndo(`View “${view.name}” deleted`, () => void attempt(() => createView(view)));
};

/** A view in the dialog Manage views. */
const ViewRow = ({ view, saved }: RowProps) => {
  const { _id, name, isShared } = view;
  const { resource, preferences, change } = saved;
  const isOwn = saved.isOwn(view);
  const isDefault = preferences.defaultViewId === _id;
  const isPinned = preferences.pinnedIds.includes(_id);
  const share = async () => {
    await changeView(view, { isShared: !isShared });
    showSuccess(isShared ? `Only you can use the view “${name}” now` : `Everyone can now use the view “${name}”`);
  };
  const copy = async () => {
    const copyName = nameCopy(saved, view);
    await createView({ ...view, _id: undefined, name: copyName, isShared: false });
    showSuccess(`View “${copyName}” added to your views`);
  };
  const actions = [
    canPin(resource) && {
      key: 'pin',
      label: isPinned ? `Unpin ${name} from the sidebar` : `Pin ${name} to the sidebar`,
      tooltip: isPinned ? 'Unpin from sidebar' : 'Pin to sidebar',
      Icon: isPinned ? IconPinnedFilled : IconPin,
      onClick: () => change((latest) => togglePin(latest, _id)),
    },
    {
      key: 'default',
      label: isDefault ? `Stop using ${name} as the default view` : `Use ${name} as the default view`,
      tooltip: isDefault ? 'Default view' : 'Set as default',
      Icon: isDefault ? IconStarFilled : IconStar,
      onClick: () => change((latest) => ({ ...latest, defaultViewId: isDefault ? undefined : _id })),
    },
    isOwn &&
      saved.canShare && {
        key: 'share',
        label: isShared ? `Stop sharing view ${name}` : `Share view ${name} with everyone`,
        tooltip: isShared ? 'Stop sharing' : 'Share with everyone',
        Icon: isShared ? IconUsersMinus : IconUsersPlus,
        onClick: () => void attempt(share),
      },
    !isOwn && {
      key: 'copy',
      label: `Copy view ${name} to my views`,
      tooltip: 'Copy to my views',
      Icon: IconCopy,
      onClick: () => void attempt(copy),
    },
    saved.canChange(view) && {
      key: 'delete',
      label: `Delete view ${name}`,
      tooltip: isShared ? 'Delete for everyone' : 'Delete',
      Icon: IconTrash,
      onClick: () => void remove(view),
    },
  ];
  return (
    <li className={classes.view}>
      <ViewName view={view} saved={saved} />
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

export const SaveViewDialog = ({ saved, onClose }: { saved: SavedViews; onClose: () => void }) => {
  const { resource, preferences, state, views, current, change } = saved;
  const [, setSearch] = useSearchParams();
  const [name, setName] = useInputState('');
  const [isDefault, setIsDefault] = useInputState(false);
  const [error, setError] = useState<string | null>(null);
  const [isSaving, track] = useBusy();
  const create = async () => {
    const content = { search: toViewSearch(state), columns: getViewColumns(preferences, current) };
    const view = await createView({ ...content, resource: resource.name, name: name.trim(), isShared: false });
    change((latest) => ({
      ...(current ? resetView(latest, current) : latest),
      ...(isDefault && { defaultViewId: view._id }),
    }));
    setSearch(toViewSearchParams(view, preferences), { replace: true });
    onClose();
  };
  const save = (event: FormEvent) => {
    event.preventDefault();
    const nameError = validateViewName(views, name);
    setError(nameError);
    if (!nameError && !isSaving) void track(attempt(create));
  };
  return (
    <Modal {...modalProps} title="Save as new view" onClose={onClose}>
      <form noValidate onSubmit={save}>
        <Stack gap="md">
          <Text c="dimmed">
            Saves the search, filters, sorting, columns and rows per page. Only you can see it
            {saved.canShare ? ', until you share it under Manage views' : ', on this computer'}.
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
            <Button variant="brand" type="submit" loading={isSaving}>
              {texts.form.save}
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  );
};

export const ManageViewsDialog = ({ saved, onClose }: { saved: SavedViews; onClose: () => void }) => {
  const close = () => {
    // Saves a name that is being typed.
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur();
    onClose();
  };
  return (
    <Modal {...modalProps} title="Manage views" onClose={close}>
      <Stack gap="md">
        {saved.views.length === 0 && <Text c="dimmed">No saved views</Text>}
        <ul>
          {saved.views.map((view) => (
            <ViewRow key={view._id} view={view} saved={saved} />
          ))}
        </ul>
        <Group justify="flex-end">
          <Button variant="brand" onClick={close}>
            Done
          </Button>
        </Group>
      </Stack>
    </Modal>
  );
};
