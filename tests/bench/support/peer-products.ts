import { spawnSync } from 'node:child_process';
import { closeSync, cpSync, existsSync, fsyncSync, openSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { inRoot } from '../../../scripts/lib/paths.ts';
import { installPeer } from './peer.ts';
import { startProcess } from './start-process.ts';

export type Peer = {
  name: string;
  url: string;
  headers: Record<string, string>;
  promise: string;
  /** Flushes writes to disk if the server does not. */
  tidy?: () => void;
  stop: () => Promise<void>;
};

type Row = Record<string, unknown>;

const productsOf = (database: Database.Database): Row[] =>
  (database.prepare('select * from product order by _id desc').all() as Row[]).map(
    ({ _id, search, searchKey, variantCount, variantImage, ...row }) => ({
      id: _id,
      ...row,
      price: Number(row.price) / 100,
      isBestSeller: row.isBestSeller === 1,
    }),
  );

/** Starts json-server 0.17 with the products of our database, newest first, so that it need not sort them. */
export const startJsonServer = async (dataDir: string): Promise<Peer | null> => {
  const folder = await installPeer({ name: 'json-server', version: '0.17.4' });
  if (!folder) return null;
  cpSync(inRoot('tests/bench/peers/json-server'), folder, { recursive: true });
  const database = new Database(join(dataDir, 'backoffice.db'), { readonly: true });
  const file = join(dataDir, 'json-server.json');
  const others = (table: string) => database.prepare(`select _id as id, * from "${table}"`).all();
  const kept = {
    products: productsOf(database),
    categories: others('category'),
    subCategories: others('subCategory'),
  };
  writeFileSync(file, JSON.stringify(kept));
  database.close();
  const { announced, stop } = await startProcess({
    script: 'start.js',
    folder,
    env: { DATABASE_FILE: file, NODE_ENV: 'production' },
  });
  const promise = 'nothing: the whole file is written anew and never synced';
  const tidy = () => {
    const handle = openSync(file, 'r+');
    fsyncSync(handle);
    closeSync(handle);
  };
  return { name: 'json-server', url: announced.url, headers: {}, promise, tidy, stop };
};

const fillStrapi = (file: string, dataDir: string): void => {
  const database = new Database(file);
  database.exec(`
    attach '${join(dataDir, 'backoffice.db')}' as ours;
    begin;
    insert into categories (document_id, name, description, created_at, updated_at, published_at)
      select replace(_id, '-', ''), name, description, 1, 1, 1 from ours.category order by _id;
    insert into sub_categories (document_id, name, created_at, updated_at, published_at)
      select replace(_id, '-', ''), name, 1, 1, 1 from ours.subCategory order by _id;
    insert into products (document_id, name, sku, description, specification, material_type, price,
        is_best_seller, status, created_at, updated_at, published_at)
      select replace(_id, '-', ''), name, sku, description, specification, materialType, price / 100.0,
        isBestSeller, status, 1, 1, 1 from ours.product order by _id;
    insert into products_category_lnk (product_id, category_id)
      select products.id, categories.id from ours.product
      join products on products.sku = product.sku
      join categories on categories.document_id = replace(product.categoryId, '-', '') order by product._id;
    insert into products_sub_category_lnk (product_id, sub_category_id)
      select products.id, sub_categories.id from ours.product
      join products on products.sku = product.sku
      join sub_categories on sub_categories.document_id = replace(product.subCategoryId, '-', '')
      order by product._id;
    commit;
    detach ours;
    analyze;
  `);
  database.close();
};

/** Our version, so that both use the same SQLite. */
const sqliteVersion = '13.2.0';

type Announced = { url: string; token: string; journal: string; synchronous: number };

const installStrapi = async (): Promise<string | null> => {
  const folder = await installPeer({
    name: '@strapi/strapi',
    version: '5.54.0',
    extraPackages: {
      'better-sqlite3': sqliteVersion,
      react: '18.3.1',
      'react-dom': '18.3.1',
      'react-router-dom': '6.30.3',
      'styled-components': '6.1.19',
    },
    overrides: { 'better-sqlite3': sqliteVersion },
  });
  if (folder) cpSync(inRoot('tests/bench/peers/strapi'), folder, { recursive: true });
  return folder;
};

const strapiEnv = { NODE_ENV: 'production', STRAPI_TELEMETRY_DISABLED: 'true' };

/** Starts Strapi 5 in production mode on SQLite with the products of our database. */
export const startStrapi = async (dataDir: string): Promise<Peer | null> => {
  const folder = await installStrapi();
  if (!folder) return null;
  const file = join(dataDir, 'strapi.db');
  const start = () =>
    startProcess<Announced>({
      script: 'start.js',
      folder,
      env: { ...strapiEnv, DATABASE_FILE: file },
    });
  // The first start creates the tables.
  await (await start()).stop();
  fillStrapi(file, dataDir);
  const { announced, stop } = await start();
  const { url, token, journal, synchronous } = announced;
  return {
    name: 'Strapi',
    url,
    headers: { authorization: `Bearer ${token}` },
    promise: `journal_mode ${journal}, synchronous ${synchronous}, as read from its connection`,
    stop,
  };
};

/** Starts an empty Strapi with its admin panel, built once by Strapi's own command. */
export const startStrapiAdmin = async (dataDir: string): Promise<{ url: string; stop: () => Promise<void> } | null> => {
  const folder = await installStrapi();
  if (!folder) return null;
  if (!existsSync(join(folder, 'build/index.html'))) {
    console.log("Building Strapi's admin panel ...");
    const command = join(folder, 'node_modules/@strapi/strapi/bin/strapi.js');
    const options = { cwd: folder, env: { ...process.env, ...strapiEnv }, encoding: 'utf8' } as const;
    const { status, stdout, stderr } = spawnSync(process.execPath, [command, 'build'], options);
    if (status !== 0) {
      console.error(`Strapi's admin panel cannot be built and is left out\n${stdout}${stderr}`);
      return null;
    }
  }
  const { announced, stop } = await startProcess({
    script: 'start.js',
    folder,
    env: { ...strapiEnv, DATABASE_FILE: join(dataDir, 'strapi.db'), SERVE_ADMIN: 'true' },
  });
  return { url: `${announced.url}/admin`, stop };
};
