import { type Kysely, sql } from 'kysely';
import type { Tables } from '../tables.ts';

/** Read tokens, the dimensions and colors of images, and an index for products by price. */
const statements = [
  `create table if not exists "siteToken" (
    "_id" text primary key not null, "name" text not null, "tokenHash" text not null unique, "resources" text,
    "createdAt" text not null, "expiresAt" text, "lastUsedAt" text)`,
  `create table if not exists "imageInfo" (
    "file" text primary key not null, "width" integer not null, "height" integer not null, "color" text not null)`,
  'create index if not exists product_public_by_price on product ((coalesce(price, -1)), "_id" desc)',
];

export const up = async (database: Kysely<Tables>): Promise<void> => {
  for (const statement of statements) await sql.raw(statement).execute(database);
};
