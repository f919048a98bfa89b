export const roles = ['ADMIN', 'SUBADMIN', 'USER'] as const;
export type Role = (typeof roles)[number];

export type Action = 'read' | 'create' | 'update' | 'delete';

type Attempt = { role: Role; action: Action; resource: string };

/** Whether a role may perform an action. The server enforces it; the client hides the rest. */
export const can = ({ role, action, resource }: Attempt): boolean => {
  // The audit log is read-only.
  if (resource === 'audit') return role === 'ADMIN' && action === 'read';
  if (role === 'ADMIN') return true;
  // Only admins decide what everyone may read.
  if (resource === 'website') return false;
  if (role === 'SUBADMIN') return action === 'read' || (resource !== 'user' && resource !== 'office');
  return false;
};
