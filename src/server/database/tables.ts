import { type Kysely, type Selectable, SqliteAdapter, type Transaction } from 'kysely';
import type { Role } from '#shared/permissions.ts';
import type { Resource } from '#shared/resource-kit/define-resource.ts';
import type { Status } from '#shared/resource-kit/fields.ts';
import { resources } from '#shared/resources/index.ts';
import type { Webhook, WebhookDelivery } from '#shared/webhooks.ts';
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

/** A slug belongs to the record that has it or had it last: its former address leads to the current one. */
type SlugTable = { resource: string; slug: string; recordId: string };

/** Numbers of what a record lacks to be accessible (`records/findings.ts`). */
type FindingTable = { resource: string; recordId: string; part: string; pictures: number; texts: number };

/** The columns of resource `asset` that other code joins. */
type AssetTable = { _id: string; file: string; focalPoint: string; width: number | null };

/** The asset of each file in the library, and of those that it had before it was edited. */
type AssetFileTable = { file: string; assetId: string };

/** `design` and `pages` are JSON. */
type CatalogueDesignTable = { catalogueId: string; design: string; pages: string; madeAt: string };

/** Tables with typed columns. `resourceTables` covers the tables of all resources. */
export type Tables = BaselineTables & {
  user: UserTable;
  change: ChangeTable;
  savedView: SavedViewTable;
  slug: SlugTable;
  catalogueDesign: CatalogueDesignTable;
  siteToken: SiteTokenTable;
  imageInfo: ImageInfoTable;
  imageScan: ImageScanTable;
  similarImage: { file: string; other: string };
  finding: FindingTable;
  assetFile: AssetFileTable;
  asset: AssetTable;
  productVariant: BaselineTables['productVariant'] & { gtin: string };
  webhook: WebhookTable;
  webhookDelivery: WebhookDeliveryTable;
};

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
/** A read token of the website. `resources` is JSON; null for all. */
export type SiteTokenTable = {
  _id: string;
  name: string;
  tokenHash: string;
  resources: string | null;
  /** 1 if it reads unpublished records, too. */
  canPreview: number;
  createdAt: string;
  expiresAt: string | null;
  lastUsedAt: string | null;
};
/** A webhook. Its messages name the changes since the cursor; with none, everything is to be read. */
export type WebhookTable = Webhook & { secret: string; cursor: string | null };
export type WebhookDeliveryTable = WebhookDelivery & { webhookId: string; body: string };
/** A stored image in pixels, upright, and its average color as `#rrggbb`. */
export type ImageInfoTable = { file: string; width: number; height: number; color: string };
/** The hash of what an image shows, and the barcodes in it as JSON; null if they weren't looked for. */
type ImageScanTable = { file: string; hash: string; codes: string | null; isCompared: number };

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
