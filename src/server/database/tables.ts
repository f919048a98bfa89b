import { type ColumnType, type Kysely, type Selectable, SqliteAdapter, type Transaction } from 'kysely';
import type { AuditEvent, AuditOutcome } from '#shared/audit.ts';
import type { PresenceMode } from '#shared/live.ts';
import type { Role } from '#shared/permissions.ts';
import type { Status } from '#shared/resource-kit/fields.ts';

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

/** In a separate table, so that no response, history entry or export of a user can contain it. */
type CredentialTable = {
  userId: string;
  passwordHash: string;
  /** 1 if another user set the password, which then has to be changed at the next login. */
  mustChange: ColumnType<number, number | undefined>;
};

/** Attempts or requests within a time window. The id is a hash of the subject, such as an account or an address. */
type LoginCountTable = { _id: string; count: number; expiresAt: string };

/** Addresses from which a user has logged in, as hashes. */
type KnownAddressTable = { _id: string; userId: string; expiresAt: string };

/** One-time codes that allow a user to set a new password. */
type PasswordResetTable = { userId: string; codeHash: string; expiresAt: string };

type SessionTable = {
  _id: string;
  userId: string;
  createdAt: string;
  /** The earlier of the end of its lifetime and the end of the time it may be unused. */
  expiresAt: string;
  revokedAt: string | null;
  /** The `User-Agent` header of the login; null for sessions of older versions. */
  device: string | null;
  address: string | null;
  /** Updated every few minutes while the session is used. */
  lastSeenAt: string | null;
  /** When the user last entered the password in this session. */
  confirmedAt: string | null;
};

/** A page that has a record open, until it expires. */
export type PresenceTable = {
  _id: string;
  userId: string;
  resource: string;
  recordId: string;
  mode: PresenceMode;
  expiresAt: string;
};

/** An authenticator app, which is active once `confirmedAt` is set. */
type TwoFactorTable = {
  userId: string;
  /** Base32. */
  secret: string;
  confirmedAt: string | null;
  /** Time step of the last accepted code; no code of this step or an earlier one is accepted again. */
  lastStep: number;
  /** Base64. One salt for all recovery codes of a user, so that checking a code takes one hash. */
  recoverySalt: string | null;
};

/** Unused recovery codes. */
type RecoveryCodeTable = { userId: string; hash: string };

/** The id is that of the credential. `publicKey` is base64url and `transports` is JSON. */
type PasskeyTable = {
  _id: string;
  userId: string;
  name: string;
  publicKey: string;
  /** A number of up to 32 bits. */
  counter: string;
  transports: string;
  createdAt: string;
  lastUsedAt: string | null;
};

/** Open passkey requests. Without a user, the challenge is for a login. */
type PasskeyChallengeTable = { _id: string; userId: string | null; expiresAt: string };

/** Stored files that records use. The sweep deletes files without a row. */
type FileUseTable = { file: string; resource: string; recordId: string; field: string };

type SettingTable = { _id: string; value: string };

/** Keys that the servers on one database share. Empty on SQLite, where the keys are files in the data folder. */
type ServerKeyTable = { _id: string; value: string };

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
  /** Stored files with their original names and sizes. Older rows contain only the files. */
  images: string;
  features: string;
  valueIds: string;
};

/** Attribute values that the variants of a product use; none of them can be deleted. */
type ProductAttributeValueTable = { productId: string; attributeValueId: string };

/** The SKUs of a product and its variants. The primary key keeps them unique. */
type ProductSkuTable = { sku: string; productId: string };

/** Work that continues after the response. `outcome` and `progress` are JSON. */
type JobColumns = {
  _id: string;
  /** The server that does the job; '' if any server may claim it. */
  serverId: string;
  kind: string;
  userId: string;
  state: string;
  outcome: string;
  /** Null until the server has stored any. */
  progress: ColumnType<string | null, string | undefined, string>;
  /** Milliseconds since 1970 by the clock of the database. */
  leaseUntil: ColumnType<number | string | null, number | null>;
  /** 1 if a user has cancelled the job and its server hasn't stopped it yet. */
  isCancelled: ColumnType<number, number | undefined>;
  createdAt: string;
  updatedAt: string;
};
export type JobTable = Selectable<JobColumns>;

/** `purge` is the permanent deletion from the trash. */
export type HistoryAction = 'create' | 'update' | 'delete' | 'purge';

/** History entries. The database only allows inserts, and erasing the contents when a record is purged. */
export type HistoryTable = {
  _id: string;
  /** Shared by all entries of one operation, such as a deletion or an import. */
  changeId: string;
  resource: string;
  recordId: string;
  title: string;
  action: HistoryAction;
  /** Null for writes by the server itself. */
  userId: string | null;
  userName: string | null;
  at: string;
  /** The complete record as JSON; null for a new or purged one. */
  before: string | null;
  /** The complete record as JSON; null for a deleted or purged one. */
  after: string | null;
  /** Id of the entry that this one reverts. */
  revertOf: string | null;
};

/** History entries in the order of their insertion, with the PostgreSQL transaction that added them. Not on SQLite. */
type ChangeTable = { position: string; transactionId: string; historyId: string };

/** Deleted records that can be restored. The id is that of the deletion in the history. */
export type TrashTable = {
  _id: string;
  /** Id of the deletion that included this record. Both are restored together. */
  deletedWith: string | null;
  resource: string;
  recordId: string;
  title: string;
  search: string;
  userId: string | null;
  userName: string | null;
  deletedAt: string;
};

/** The response to an idempotent request, which is sent again when the request is repeated. */
export type IdempotencyKeyTable = {
  /** Hash of the key and its owner. */
  _id: string;
  /** Hash of the request. */
  request: string;
  status: number;
  body: string;
  createdAt: string;
};

/** Entries of the audit log. The database only allows inserts, erasing the contents, and deletions after 30 days. */
export type AuditTable = {
  _id: string;
  event: AuditEvent;
  outcome: AuditOutcome;
  /** The user who acted; null for the server itself and for unknown accounts. */
  userId: string | null;
  userName: string | null;
  /** The user whose account was affected, if it is another one. */
  subjectId: string | null;
  subjectName: string | null;
  address: string | null;
  detail: string | null;
  createdAt: string;
};

/** Views of lists that users share with everyone. */
export type SharedViewTable = {
  _id: string;
  resource: string;
  name: string;
  nameKey: string;
  search: string;
  /** The columns as JSON; null for those of the list. */
  columns: string | null;
  ownerId: string;
  version: number;
  createdAt: string;
  updatedAt: string;
};

/** Comments on records. The first comment of a thread has the thread’s id. */
export type CommentTable = {
  _id: string;
  resource: string;
  recordId: string;
  threadId: string;
  authorId: string;
  /** Contains mentions as user ids. Empty once the comment was deleted. */
  text: string;
  createdAt: string;
  editedAt: string | null;
  /** Set for a deleted first comment, which stays as long as it has replies. */
  deletedAt: string | null;
  /** Set for the first comment of a resolved thread. */
  resolvedAt: string | null;
  resolvedById: string | null;
};

/** Users whom a comment notifies. */
type CommentMentionTable = { commentId: string; userId: string; readAt: string | null };

/** Tables with typed columns. `resourceTables` covers the tables of all resources. */
export type Tables = {
  user: UserTable;
  credential: CredentialTable;
  loginCount: LoginCountTable;
  knownAddress: KnownAddressTable;
  passwordReset: PasswordResetTable;
  session: SessionTable;
  twoFactor: TwoFactorTable;
  recoveryCode: RecoveryCodeTable;
  passkey: PasskeyTable;
  passkeyChallenge: PasskeyChallengeTable;
  fileUse: FileUseTable;
  setting: SettingTable;
  serverKey: ServerKeyTable;
  productVariant: ProductVariantTable;
  productAttributeValue: ProductAttributeValueTable;
  productSku: ProductSkuTable;
  job: JobColumns;
  presence: PresenceTable;
  history: HistoryTable;
  change: ChangeTable;
  trash: TrashTable;
  idempotencyKey: IdempotencyKeyTable;
  audit: AuditTable;
  sharedView: SharedViewTable;
  comment: CommentTable;
  commentMention: CommentMentionTable;
};

export type Database = Kysely<Tables>;
export type DatabaseTransaction = Transaction<Tables>;

/** A row of a resource's table. The resource's fields determine its columns. */
export type Row = Record<string, unknown>;

/** The same database, typed for the tables of all resources. */
export const resourceTables = (database: Database): Kysely<Record<string, Row>> =>
  database as unknown as Kysely<Record<string, Row>>;

export const isSqlite = (database: Pick<Kysely<never>, 'getExecutor'>): boolean =>
  database.getExecutor().adapter instanceof SqliteAdapter;

/** Whether rows can be locked until the end of a transaction. SQLite has a single writer anyway. */
export const supportsRowLocks = (database: Database): boolean => !isSqlite(database);
