import type { Role } from './session.ts';

export type Action = 'read' | 'create' | 'update' | 'delete';

/** What a role may do with a resource. The server enforces it; the client hides what it refuses. */
export const can = ({
  role,
  action,
  resource,
}: {
  role: Role;
  action: Action;
  resource: string;
}): boolean => {
  if (role === 'ADMIN') return true;
  if (role === 'SUBADMIN') return action === 'read' || resource !== 'user';
  return false;
};
