import { TextInput } from '@mantine/core';
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
import { type ReactNode, useState } from 'react';
import { IconButton } from '../../ui/icon-button.tsx';
import { maxViewNameLength, type SavedView, validateViewName } from './saved-views.ts';
import type { SavedViews } from './use-saved-views.ts';
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
    if (!shared && !validate(text)) views.rename(view, text);
  };
  // Everyone would see each letter of a shared view's name.
  const saveShared = async () => {
    if (!shared || edited === null || error) return;
    if (edited.trim() === view.name || (await views.renameShared(view, edited))) setEdited(null);
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

const SharingButtons = ({ view, views }: RowProps): ReactNode => {
  const { name, shared } = view;
  if (!shared)
    return (
      views.canShare && (
        <IconButton
          label={`Share view ${name} with everyone`}
          tooltip="Share with everyone"
          icon={<IconUsersPlus {...icon} />}
          onClick={() => void views.share(view)}
        />
      )
    );
  return shared.isOwn ? (
    <IconButton
      label={`Stop sharing view ${name}`}
      tooltip="Stop sharing"
      icon={<IconUsersMinus {...icon} />}
      onClick={() => void views.stopSharing(view)}
    />
  ) : (
    <IconButton
      label={`Copy view ${name} to my views`}
      tooltip="Copy to my views"
      icon={<IconCopy {...icon} />}
      onClick={() => views.copy(view, nameCopy(views, view))}
    />
  );
};

/** A view in the dialog Manage views. */
export const ViewRow = ({ view, views }: RowProps) => {
  const { id, name, shared } = view;
  const isDefault = views.preferences.defaultViewId === id;
  const isPinned = views.preferences.pinnedIds?.includes(id);
  return (
    <li className={classes.view}>
      <ViewName view={view} views={views} />
      {views.canPin && (
        <IconButton
          label={isPinned ? `Unpin ${name} from the sidebar` : `Pin ${name} to the sidebar`}
          tooltip={isPinned ? 'Unpin from sidebar' : 'Pin to sidebar'}
          icon={isPinned ? <IconPinnedFilled {...icon} /> : <IconPin {...icon} />}
          onClick={() => views.togglePin(id)}
        />
      )}
      <IconButton
        label={isDefault ? `Stop using ${name} as the default view` : `Use ${name} as the default view`}
        tooltip={isDefault ? 'Default view' : 'Set as default'}
        icon={isDefault ? <IconStarFilled {...icon} /> : <IconStar {...icon} />}
        onClick={() => views.setDefault(isDefault ? undefined : id)}
      />
      <SharingButtons view={view} views={views} />
      {shared?.canChange !== false && (
        <IconButton
          label={`Delete view ${name}`}
          tooltip={shared ? 'Delete for everyone' : 'Delete'}
          icon={<IconTrash {...icon} />}
          onClick={() => void views.remove(view)}
        />
      )}
    </li>
  );
};
