import { type Kysely, sql } from 'kysely';
import type { Tables } from '../tables.ts';

const statements = [
  `create table if not exists "webhook" (
    "_id" text primary key not null, "url" text not null, "secret" text not null, "cursor" text,
    "createdAt" text not null, "failingSince" text, "pausedAt" text, "pauseReason" text)`,
  `create table if not exists "webhookDelivery" (
    "_id" text primary key not null, "webhookId" text not null references "webhook" ("_id") on delete cascade,
    "type" text not null, "body" text not null, "state" text not null, "attempts" integer not null,
    "status" integer, "error" text, "createdAt" text not null, "attemptedAt" text, "nextAttemptAt" text)`,
  'create index if not exists "webhookDelivery_by_webhook" on "webhookDelivery" ("webhookId", "_id" desc)',
];

/** Webhooks and their messages. */
export const up = async (database: Kysely<Tables>): Promise<void> => {
  for (const statement of statements) await sql.raw(statement).execute(database);
};
