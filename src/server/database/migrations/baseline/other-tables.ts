import type { ColumnType } from 'kysely';
import type { AuditEvent, AuditOutcome } from '#shared/audit.ts';
import type { PresenceMode } from '#shared/live.ts';

type Column<Value> = { sql: string; value?: Value };

const column = <Value>(sql: string): Column<Value> => ({ sql });

const text = column<string>('text not null');
const optionalText = column<string | null>('text');
const integer = column<number>('integer not null');
/** 0 or 1. */
const flag = column<ColumnType<number, number | undefined>>('integer not null default 0');
const id = column<string>('text primary key not null');
const userIdKey = column<string>('text primary key not null references "user" ("_id") on delete cascade');
const userId = column<string>('text not null references "user" ("_id") on delete cascade');
const productId = column<string>('text not null references "product" ("_id") on delete cascade');
const record = { resource: text, recordId: text };

/** The tables that belong to no declared resource. `../../tables.ts` derives the types of their rows. */
const tables = {
  /** In a separate table, so that no response, history entry or export of a user can contain it. */
  credential: {
    userId: userIdKey,
    passwordHash: text,
    /** Set if another user set the password, which then has to be changed at the next login. */
    mustChange: flag,
  },
  session: {
    _id: id,
    userId,
    createdAt: text,
    /** The earlier of the end of its lifetime and the end of the time it may be unused. */
    expiresAt: text,
    revokedAt: optionalText,
    /** The `User-Agent` header of the login. */
    device: optionalText,
    address: optionalText,
    /** Updated every few minutes while the session is used. */
    lastSeenAt: optionalText,
    /** When the user last entered the password in this session. */
    confirmedAt: optionalText,
  },
  /** Attempts or requests within a time window. The id is a hash of the subject, such as an account or an address. */
  loginCount: { _id: id, count: integer, expiresAt: text },
  /** Addresses from which a user has logged in, as hashes. */
  knownAddress: { _id: id, userId, expiresAt: text },
  /** One-time codes that allow a user to set a new password. */
  passwordReset: { userId: userIdKey, codeHash: column<string>('text not null unique'), expiresAt: text },
  /** An authenticator app, which is active once `confirmedAt` is set. */
  twoFactor: {
    userId: userIdKey,
    /** Base32. */
    secret: text,
    confirmedAt: optionalText,
    /** Time step of the last accepted code; no code of this step or an earlier one is accepted again. */
    lastStep: integer,
    /** Base64. One salt for all recovery codes of a user, so that checking a code takes one hash. */
    recoverySalt: optionalText,
  },
  /** Unused recovery codes. */
  recoveryCode: { userId, hash: text },
  /** The id is that of the credential. */
  passkey: {
    _id: id,
    userId,
    name: text,
    /** Base64url. */
    publicKey: text,
    /** A number of up to 32 bits. */
    counter: text,
    /** JSON. */
    transports: text,
    createdAt: text,
    lastUsedAt: optionalText,
  },
  /** Open passkey requests. Without a user, the challenge is for a login. */
  passkeyChallenge: {
    _id: id,
    userId: column<string | null>('text references "user" ("_id") on delete cascade'),
    expiresAt: text,
  },

  /** A variant of a product, in the order of `position`. Lists are JSON. */
  productVariant: {
    _id: id,
    productId,
    position: integer,
    name: text,
    productName: text,
    sku: text,
    /** Hundredths. */
    price: column<number | string>('bigint not null'),
    /** Stored files with their original names and sizes. */
    images: text,
    features: text,
    valueIds: text,
  },
  /** Attribute values that the variants of a product use; none of them can be deleted. */
  productAttributeValue: {
    productId,
    attributeValueId: column<string>('text not null references "attributeValue" ("_id") on delete restrict'),
  },
  /** The SKUs of a product and its variants. The primary key keeps them unique. */
  productSku: { sku: id, productId },

  /** History entries. The database only allows inserts, and erasing the contents when a record is purged. */
  history: {
    _id: id,
    /** Shared by all entries of one operation, such as a deletion or an import. */
    changeId: text,
    ...record,
    title: text,
    /** `purge` is the permanent deletion from the trash. */
    action: column<'create' | 'update' | 'delete' | 'purge'>('text not null'),
    /** Null for writes by the server itself. */
    userId: optionalText,
    userName: optionalText,
    at: text,
    /** The complete record as JSON, or the changed values of an update; null for a new or purged one. */
    before: optionalText,
    /** The complete record as JSON, or the changed values of an update; null for a deleted or purged one. */
    after: optionalText,
    /** Id of the entry that this one reverts. */
    revertOf: optionalText,
  },
  /** Deleted records that can be restored. The id is that of the deletion in the history. */
  trash: {
    _id: id,
    /** Id of the deletion that included this record. Both are restored together. */
    deletedWith: column<string | null>('text references "trash" ("_id") on delete cascade'),
    ...record,
    title: text,
    search: text,
    userId: optionalText,
    userName: optionalText,
    deletedAt: text,
  },
  /** Entries of the audit log. The database only allows inserts, erasing the contents, and deletions after 30 days. */
  audit: {
    _id: id,
    event: column<AuditEvent>('text not null'),
    outcome: column<AuditOutcome>('text not null'),
    /** The user who acted; null for the server itself and for unknown accounts. */
    userId: optionalText,
    userName: optionalText,
    /** The user whose account was affected, if it is another one. */
    subjectId: optionalText,
    subjectName: optionalText,
    address: optionalText,
    detail: optionalText,
    createdAt: text,
  },

  /** Comments on records. The first comment of a thread has the thread’s id. */
  comment: {
    _id: id,
    ...record,
    threadId: text,
    authorId: text,
    /** Contains mentions as user ids. Empty once the comment was deleted. */
    text,
    createdAt: text,
    editedAt: optionalText,
    /** Set for a deleted first comment, which stays as long as it has replies. */
    deletedAt: optionalText,
    /** Set for the first comment of a resolved thread. */
    resolvedAt: optionalText,
    resolvedById: optionalText,
  },
  /** Users whom a comment notifies. */
  commentMention: {
    commentId: column<string>('text not null references "comment" ("_id") on delete cascade'),
    userId: text,
    readAt: optionalText,
  },
  /** Views of lists that users shared with everyone, until migration 0002. */
  sharedView: {
    _id: id,
    resource: text,
    name: text,
    nameKey: text,
    search: text,
    /** The columns as JSON; null for those of the list. */
    columns: optionalText,
    ownerId: text,
    version: integer,
    createdAt: text,
    updatedAt: text,
  },
  /** Pages that have a record open, until they expire. */
  presence: { _id: id, userId: text, ...record, mode: column<PresenceMode>('text not null'), expiresAt: text },

  setting: { _id: id, value: text },
  /** Keys that the servers on one database share. Empty on SQLite, where the keys are files in the data folder. */
  serverKey: { _id: id, value: text },
  /** Stored files that records use. The sweep deletes files without a row. */
  fileUse: { file: text, ...record, field: text },
  /** Work that continues after the response. `outcome` and `progress` are JSON. */
  job: {
    _id: id,
    kind: text,
    userId: text,
    state: text,
    outcome: text,
    /** Null until the server has stored any. */
    progress: column<ColumnType<string | null, string | undefined, string>>('text'),
    /** The server that does the job. */
    serverId: text,
    /** Milliseconds since 1970 by the clock of the database. Null once the job has ended. */
    leaseUntil: column<ColumnType<number | string | null, number | null>>('bigint'),
    /** Set if a user has cancelled the job and its server hasn't stopped it yet. */
    isCancelled: flag,
    createdAt: text,
    updatedAt: text,
  },
  /** The response to an idempotent request, which is sent again when the request is repeated. */
  idempotencyKey: {
    /** Hash of the key and its owner. */
    _id: id,
    /** Hash of the request. */
    request: text,
    status: integer,
    body: text,
    createdAt: text,
  },
};

type Declared = typeof tables;

/** The types of the rows that this migration creates. */
export type BaselineTables = {
  [Table in keyof Declared]: {
    [Name in keyof Declared[Table]]: Declared[Table][Name] extends Column<infer Value> ? Value : never;
  };
};

const primaryKeys: Partial<Record<keyof Declared, string>> = {
  recoveryCode: '"userId", "hash"',
  productAttributeValue: '"attributeValueId", "productId"',
  commentMention: '"commentId", "userId"',
  fileUse: '"resource", "recordId", "field", "file"',
};

const indexes: readonly (readonly [table: keyof Declared, name: string, columns: string])[] = [
  ['session', 'userId', '"userId"'],
  ['passkey', 'userId', '"userId"'],
  ['productVariant', 'productId', '"productId", "position"'],
  ['productAttributeValue', 'productId', '"productId"'],
  ['productSku', 'productId', '"productId"'],
  ['history', 'record', '"resource", "recordId", "_id" desc'],
  ['history', 'resource', '"resource", "_id" desc'],
  ['history', 'change', '"changeId", "_id" desc'],
  ['trash', 'deletedWith', '"deletedWith", "_id"'],
  ['trash', 'resource', '"deletedWith", "resource", "_id"'],
  ['trash', 'record', '"resource", "recordId"'],
  ['audit', 'event', '"event", "_id" desc'],
  ['audit', 'userId', '"userId", "_id" desc'],
  ['audit', 'subjectId', '"subjectId", "_id" desc'],
  ['audit', 'createdAt', '"createdAt"'],
  ['comment', 'record', '"resource", "recordId", "_id"'],
  ['comment', 'thread', '"threadId", "_id"'],
  ['comment', 'author', '"authorId"'],
  ['commentMention', 'user', '"userId", "commentId"'],
  ['presence', 'record', '"resource", "recordId"'],
  ['fileUse', 'file', '"file"'],
  ['idempotencyKey', 'createdAt', '"createdAt"'],
];

const createTable = ([name, columns]: [string, Record<string, Column<unknown>>]): string => {
  const key = primaryKeys[name as keyof Declared];
  const parts = [
    ...Object.entries(columns).map(([each, { sql }]) => `"${each}" ${sql}`),
    ...(key ? [`primary key (${key})`] : []),
  ];
  // A SQLite file is created with the table `setting`, so that it is never empty.
  return `create table if not exists "${name}" (${parts.join(', ')})`;
};

/** Creates these tables with their indexes. */
export const otherTables: readonly string[] = [
  ...Object.entries(tables).map(createTable),
  ...indexes.map(([table, name, columns]) => `create index "${table}_${name}" on "${table}" (${columns})`),
  'create unique index "sharedView_by_name" on "sharedView" ("resource", "nameKey")',
];
