import type { Row } from '../database/tables.ts';
import type { WriteContext } from '../records/hooks.ts';
import type { RowUpdate } from '../records/stored-rows.ts';
import { type AuditInput, recordInTransaction } from './record.ts';

type Change = Omit<AuditInput, 'userId' | 'address'>;

const listChanges = ({ row, current }: RowUpdate): Change[] => {
  const subjectId = String(row._id);
  if (!current) return [{ event: 'userCreated', subjectId, detail: String(row.role) }];
  return [
    ...(current.role === row.role
      ? []
      : [{ event: 'role' as const, subjectId, detail: `${current.role} → ${row.role}` }]),
    ...(current.status === row.status
      ? []
      : [{ event: 'userStatus' as const, subjectId, detail: `${current.status} → ${row.status}` }]),
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
