const createTable = (name: string, columns: string) => `create table "${name}" (${columns})`;

const createIndex = (table: string, name: string, columns: string) =>
  `create index "${table}_${name}" on "${table}" (${columns})`;

const id = '"_id" text primary key not null';
const ofUser = 'text not null references "user" ("_id") on delete cascade';
const ofProduct = 'text not null references "product" ("_id") on delete cascade';
const record = '"resource" text not null, "recordId" text not null';

const accounts = [
  createTable(
    'credential',
    `"userId" text primary key not null references "user" ("_id") on delete cascade,
    "passwordHash" text not null, "mustChange" integer not null default 0`,
  ),
  createTable(
    'session',
    `${id}, "userId" ${ofUser}, "createdAt" text not null, "expiresAt" text not null, "revokedAt" text,
    "device" text, "address" text, "lastSeenAt" text, "confirmedAt" text`,
  ),
  createIndex('session', 'userId', '"userId"'),
  createTable('loginCount', `${id}, "count" integer not null, "expiresAt" text not null`),
  createTable('knownAddress', `${id}, "userId" ${ofUser}, "expiresAt" text not null`),
  createTable(
    'passwordReset',
    `"userId" text primary key not null references "user" ("_id") on delete cascade,
    "codeHash" text not null unique, "expiresAt" text not null`,
  ),
  createTable(
    'twoFactor',
    `"userId" text primary key not null references "user" ("_id") on delete cascade,
    "secret" text not null, "confirmedAt" text, "lastStep" integer not null, "recoverySalt" text`,
  ),
  createTable('recoveryCode', `"userId" ${ofUser}, "hash" text not null, primary key ("userId", "hash")`),
  createTable(
    'passkey',
    `${id}, "userId" ${ofUser}, "name" text not null, "publicKey" text not null, "counter" text not null,
    "transports" text not null, "createdAt" text not null, "lastUsedAt" text`,
  ),
  createIndex('passkey', 'userId', '"userId"'),
  createTable(
    'passkeyChallenge',
    `${id}, "userId" text references "user" ("_id") on delete cascade, "expiresAt" text not null`,
  ),
];

const products = [
  createTable(
    'productVariant',
    `${id}, "productId" ${ofProduct}, "position" integer not null, "name" text not null,
    "productName" text not null, "sku" text not null, "price" bigint not null, "images" text not null,
    "features" text not null, "valueIds" text not null`,
  ),
  createIndex('productVariant', 'productId', '"productId", "position"'),
  createTable(
    'productAttributeValue',
    `"productId" ${ofProduct},
    "attributeValueId" text not null references "attributeValue" ("_id") on delete restrict,
    primary key ("attributeValueId", "productId")`,
  ),
  createIndex('productAttributeValue', 'productId', '"productId"'),
  createTable('productSku', `"sku" text primary key not null, "productId" ${ofProduct}`),
  createIndex('productSku', 'productId', '"productId"'),
];

const history = [
  createTable(
    'history',
    `${id}, "changeId" text not null, ${record}, "title" text not null, "action" text not null, "userId" text,
    "userName" text, "at" text not null, "before" text, "after" text, "revertOf" text`,
  ),
  createIndex('history', 'record', '"resource", "recordId", "_id" desc'),
  createIndex('history', 'resource', '"resource", "_id" desc'),
  createIndex('history', 'change', '"changeId", "_id" desc'),
  createTable(
    'trash',
    `${id}, "deletedWith" text references "trash" ("_id") on delete cascade, ${record}, "title" text not null,
    "search" text not null, "userId" text, "userName" text, "deletedAt" text not null`,
  ),
  createIndex('trash', 'deletedWith', '"deletedWith", "_id"'),
  createIndex('trash', 'resource', '"deletedWith", "resource", "_id"'),
  createIndex('trash', 'record', '"resource", "recordId"'),
  createTable(
    'audit',
    `${id}, "event" text not null, "outcome" text not null, "userId" text, "userName" text, "subjectId" text,
    "subjectName" text, "address" text, "detail" text, "createdAt" text not null`,
  ),
  createIndex('audit', 'event', '"event", "_id" desc'),
  createIndex('audit', 'userId', '"userId", "_id" desc'),
  createIndex('audit', 'subjectId', '"subjectId", "_id" desc'),
  createIndex('audit', 'createdAt', '"createdAt"'),
];

const collaboration = [
  createTable(
    'comment',
    `${id}, ${record}, "threadId" text not null, "authorId" text not null, "text" text not null,
    "createdAt" text not null, "editedAt" text, "deletedAt" text, "resolvedAt" text, "resolvedById" text`,
  ),
  createIndex('comment', 'record', '"resource", "recordId", "_id"'),
  createIndex('comment', 'thread', '"threadId", "_id"'),
  createIndex('comment', 'author', '"authorId"'),
  createTable(
    'commentMention',
    '"commentId" text not null, "userId" text not null, "readAt" text, primary key ("commentId", "userId")',
  ),
  createIndex('commentMention', 'user', '"userId", "commentId"'),
  createTable(
    'sharedView',
    `${id}, "resource" text not null, "name" text not null, "nameKey" text not null, "search" text not null,
    "columns" text, "ownerId" text not null, "version" integer not null, "createdAt" text not null,
    "updatedAt" text not null`,
  ),
  'create unique index "sharedView_by_name" on "sharedView" ("resource", "nameKey")',
  createTable('presence', `${id}, "userId" text not null, ${record}, "mode" text not null, "expiresAt" text not null`),
  createIndex('presence', 'record', '"resource", "recordId"'),
];

const operation = [
  // A SQLite file is created with this table, so that it is never empty.
  'create table if not exists "setting" ("_id" text primary key not null, "value" text not null)',
  createTable('serverKey', `${id}, "value" text not null`),
  createTable(
    'fileUse',
    `"file" text not null, ${record}, "field" text not null,
    primary key ("resource", "recordId", "field", "file")`,
  ),
  createIndex('fileUse', 'file', '"file"'),
  createTable(
    'job',
    `${id}, "kind" text not null, "userId" text not null, "state" text not null, "outcome" text not null,
    "progress" text, "serverId" text not null default '', "leaseUntil" bigint,
    "isCancelled" integer not null default 0, "createdAt" text not null, "updatedAt" text not null`,
  ),
  createTable(
    'idempotencyKey',
    `${id}, "request" text not null, "status" integer not null, "body" text not null, "createdAt" text not null`,
  ),
  createIndex('idempotencyKey', 'createdAt', '"createdAt"'),
];

/** The tables that belong to no declared resource, with their indexes. */
export const otherTables: readonly string[] = [...accounts, ...products, ...history, ...collaboration, ...operation];
