import { type Kysely, type Selectable, SqliteAdapter, type Transaction } from 'kysely';
import type { Role } from '#shared/permissions.ts';
import type { Resource } from '#shared/resource-kit/define-resource.ts';
import type { Status } from '#shared/resource-kit/fields.ts';
import { resources } from '#shared/resources/index.ts';
import type { BaselineTables } from './migrations/baseline/other-tables.ts';

/** The columns of resource `user` that authentication needs. */
export type UserTable = {
  _id: string;
  name: string;
  email: string;
  phone: string;
  /** Normalized phone number that identifies an account; null without a phone number. */
  phoneKey: string | null;
  role: Role;
  status: Status;
};

/** History entries in the order of their insertion, with the PostgreSQL transaction that added them. Not on SQLite. */
type ChangeTable = { position: string; transactionId: string; historyId: string };

/** Tables with typed columns. `resourceTables` covers the tables of all resources. */
export type Tables = BaselineTables & { user: UserTable; change: ChangeTable; savedView: SavedViewTable };

export type PresenceTable = Tables['presence'];
export type ProductVariantTable = Tables['productVariant'];
export type JobTable = Selectable<Tables['job']>;
export type HistoryTable = Tables['history'];
export type HistoryAction = HistoryTable['action'];
export type TrashTable = Tables['trash'];
export type IdempotencyKeyTable = Tables['idempotencyKey'];
export type AuditTable = Tables['audit'];
/** A view of a list. `visibleTo` is the id of its owner, or empty if everyone sees the view. */
export type SavedViewTable = BaselineTables['sharedView'] & { visibleTo: string };
export type CommentTable = Tables['comment'];

export type Database = Kysely<Tables>;
export type DatabaseTransaction = Transaction<Tables>;

/** A row of a resource's table. The resource's fields determine its columns. */
export type Row = Record<string, unknown>;

/** The same database, typed for the tables of all resources. */
export const resourceTables = (database: Database): Kysely<Record<string, Row>> =>
  database as unknown as Kysely<Record<string, Row>>;

/** Returns a resource of which there are records; undefined if there are none. */
export const findRecords = async (
  database: Database,
  { except }: { except?: string } = {},
): Promise<Resource | undefined> => {
  for (const resource of resources.filter(({ name }) => name !== except)) {
    const found = await resourceTables(database).selectFrom(resource.name).select('_id').limit(1).execute();
    if (found.length > 0) return resource;
  }
  return undefined;
};

export const isSqlite = (database: Pick<Kysely<never>, 'getExecutor'>): boolean =>
  database.getExecutor().adapter instanceof SqliteAdapter;

/** Whether rows can be locked until the end of a transaction. SQLite has a single writer anyway. */
export const supportsRowLocks = (database: Database): boolean => !isSqlite(database);
