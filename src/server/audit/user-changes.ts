import type { Status } from '#shared/resource-kit/fields.ts';
import { statusLabels } from '#shared/resource-kit/labels.ts';
import { user } from '#shared/resources/user.ts';
import type { Row } from '../database/tables.ts';
import type { WriteContext } from '../records/hooks.ts';
import type { RowUpdate } from '../records/stored-rows.ts';
import { type AuditInput, recordInTransaction } from './record.ts';

type Change = Omit<AuditInput, 'userId' | 'address'>;

const getRoleLabel = (role: unknown): string =>
  user.fields.role.options.find(({ value }) => value === role)?.label ?? String(role);

const getStatusLabel = (status: unknown): string => statusLabels[status as Status];

const listChanges = ({ row, current }: RowUpdate): Change[] => {
  const subjectId = String(row._id);
  if (!current) return [{ event: 'userCreated', subjectId, detail: getRoleLabel(row.role) }];
  return [
    ...(current.role === row.role
      ? []
      : [
          {
            event: 'role' as const,
            subjectId,
            detail: `${getRoleLabel(current.role)} → ${getRoleLabel(row.role)}`,
          },
        ]),
    ...(current.status === row.status
      ? []
      : [
          {
            event: 'userStatus' as const,
            subjectId,
            detail: `${getStatusLabel(current.status)} → ${getStatusLabel(row.status)}`,
          },
        ]),
  ];
};

export const recordUserChanges = (write: WriteContext, changes: readonly RowUpdate[]): Promise<void> =>
  recordInTransaction(write, changes.flatMap(listChanges));

export const recordUserDeletions = (write: WriteContext, rows: readonly Row[]): Promise<void> =>
  recordInTransaction(
    write,
    rows.map(({ _id }) => ({ event: 'userDeleted', subjectId: String(_id) })),
  );

export const recordPasswordChange = (write: WriteContext, userId: string): Promise<void> =>
  recordInTransaction(write, [{ event: 'password', subjectId: userId }]);
