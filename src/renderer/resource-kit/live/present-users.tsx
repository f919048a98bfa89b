import { Avatar, Tooltip } from '@mantine/core';
import type { PresenceMode, PresentUser } from '#shared/presence.ts';
import type { AnyRecord, Resource } from '#shared/resource-kit/define-resource.ts';
import classes from './present-users.module.css';
import { usePresence } from './use-presence.ts';

/** More avatars than this become a number. */
const maxAvatars = 4;

const describeUser = ({ userName, mode }: PresentUser): string =>
  `${userName} is ${mode === 'edit' ? 'editing' : 'viewing'} this`;

/** Avatars of the other users who have the record open. */
export const PresentUsers = ({
  resource,
  record,
  mode,
}: {
  resource: Resource;
  record: AnyRecord;
  mode: PresenceMode;
}) => {
  const users = usePresence({ resource: resource.name, id: record._id, mode });
  const others = users.slice(maxAvatars).map(describeUser);
  if (users.length === 0) return null;
  return (
    <ul className={`${classes.users} bo-no-print`} aria-label="Also here">
      {users.slice(0, maxAvatars).map((user) => (
        <li key={user.userId}>
          <Tooltip label={describeUser(user)}>
            <Avatar
              size={28}
              name={user.userName}
              alt=""
              role="img"
              aria-label={describeUser(user)}
              className={user.mode === 'edit' ? classes.editing : undefined}
            />
          </Tooltip>
        </li>
      ))}
      {others.length > 0 && (
        <li>
          <Tooltip multiline label={others.join(', ')}>
            <Avatar size={28} role="img" aria-label={others.join(', ')}>
              +{others.length}
            </Avatar>
          </Tooltip>
        </li>
      )}
    </ul>
  );
};
