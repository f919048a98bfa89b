import type { Kysely, Transaction } from 'kysely';
import type { Status } from '#shared/resource/fields.ts';
import type { Role } from '#shared/session.ts';

/** The columns of the declared users that signing in needs. */
export type UserTable = {
  _id: string;
  name: string;
  email: string;
  phone: string;
  /** The phone number as accounts are found by it; null where there is none. */
  phoneKey: string | null;
  role: Role;
  status: Status;
};

/** Apart from the users, so that no read, history or export of a user can hold it. */
type CredentialTable = { userId: string; passwordHash: string };

type SessionTable = {
  _id: string;
  userId: string;
  createdAt: string;
  expiresAt: string;
  revokedAt: string | null;
};

/** Which record uses which stored file: a file that no row names is swept. */
type FileUseTable = { file: string; resource: string; recordId: string; field: string };

/** What the database knows about itself. */
type SettingTable = { _id: string; value: string };

/** A variant of a product, in the order of `position`. Lists are JSON. */
export type ProductVariantTable = {
  _id: string;
  productId: string;
  position: number;
  name: string;
  productName: string;
  sku: string;
  /** Hundredths. */
  price: number | string;
  /** Stored files with their original names and sizes; the files alone in rows from before names were kept. */
  images: string;
  features: string;
  /** Ids of attribute values. */
  valueIds: string;
};

/** Which attribute values the variants of a product use: none of them can be deleted. */
type ProductAttributeValueTable = { productId: string; attributeValueId: string };

/** Every SKU of a product and of its variants: its key is what keeps them apart. */
type ProductSkuTable = { sku: string; productId: string };

/** Work that goes on after its request was answered. `outcome` is JSON. */
export type JobTable = {
  _id: string;
  /** Which server does it. */
  server: string;
  kind: string;
  userId: string;
  state: string;
  outcome: string;
  createdAt: string;
  updatedAt: string;
};

/** `purge`: permanently deleted from the trash. */
export type HistoryAction = 'create' | 'update' | 'delete' | 'purge';

/**
 * Changes with their author and time. Rows are only added, and their contents erased when the record is purged; the
 * database refuses any other change.
 */
export type HistoryTable = {
  _id: string;
  /** What was changed together, by one deletion or one import, has one. */
  changeId: string;
  resource: string;
  recordId: string;
  title: string;
  action: HistoryAction;
  /** Null where the server wrote of itself. */
  userId: string | null;
  userName: string | null;
  at: string;
  /** The whole record as JSON; null for a new one, and for a purged one. */
  before: string | null;
  /** The whole record as JSON; null for a deleted one, and for a purged one. */
  after: string | null;
  /** The entry that this change undid. */
  revertOf: string | null;
};

/** Deleted records that can still be restored, under the id of the deletion in the history. */
export type TrashTable = {
  _id: string;
  /** The deletion that took this record along; it comes back with that one. */
  alongWith: string | null;
  resource: string;
  recordId: string;
  title: string;
  search: string;
  userId: string | null;
  userName: string | null;
  deletedAt: string;
};

/** The answer to a request that carried a key, for when the same request comes again. */
export type KeptAnswerTable = {
  /** Hash of the key and whose it is. */
  _id: string;
  /** Hash of what was asked. */
  request: string;
  status: number;
  body: string;
  createdAt: string;
};

/** The tables that no declaration describes. */
export type Tables = {
  user: UserTable;
  credential: CredentialTable;
  session: SessionTable;
  fileUse: FileUseTable;
  setting: SettingTable;
  productVariant: ProductVariantTable;
  productAttributeValue: ProductAttributeValueTable;
  productSku: ProductSkuTable;
  job: JobTable;
  history: HistoryTable;
  trash: TrashTable;
  keptAnswer: KeptAnswerTable;
};

export type Database = Kysely<Tables>;
export type DatabaseTransaction = Transaction<Tables>;

/** A row of a resource's table, whose columns follow from its declaration. */
export type Row = Record<string, unknown>;

/** The same database, seen as the tables of the declared resources. */
export const resourceTables = (database: Database): Kysely<Record<string, Row>> =>
  database as unknown as Kysely<Record<string, Row>>;
