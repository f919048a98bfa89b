import pg from 'pg';
import { brands, colors, materials, packs, productsByCategory, qualities } from '../../../scripts/lib/seed/names.ts';
import { writeMany } from '../../../scripts/lib/seed/write.ts';
import type { DatabaseHandle } from '../../../src/server/database/database-handle.ts';
import { openDatabase } from '../../../src/server/database/open.ts';
import { type Row, resourceTables } from '../../../src/server/database/tables.ts';
import { readRules } from '../../../src/server/resources/completeness.ts';
import type { Resource } from '../../../src/shared/resource-kit/define-resource.ts';
import { attribute } from '../../../src/shared/resources/attribute.ts';
import { attributeValue } from '../../../src/shared/resources/attribute-value.ts';
import { category } from '../../../src/shared/resources/category.ts';
import { subCategory } from '../../../src/shared/resources/sub-category.ts';

const variantsPerProduct = 5;
/** In the name of this many products, however many there are. */
export const rareWord = { text: 'Anniversary', products: 20 };

const seedTables = ['product', 'productVariant', 'productSku', 'productAttributeValue', 'fileUse', 'history'];

const writeParents = async (databaseHandle: DatabaseHandle): Promise<void> => {
  const write = (resource: Resource, records: Row[]) => writeMany(databaseHandle, { resource, records });
  const categories = await write(
    category,
    Object.keys(productsByCategory).map((name) => ({ name })),
  );
  const kinds = categories.flatMap(({ _id, name }) =>
    (productsByCategory[String(name)] ?? []).map((kind) => ({ name: kind, categoryId: _id })),
  );
  await write(subCategory, kinds);
  const [colour] = await write(attribute, [{ name: 'Colour' }]);
  await write(
    attributeValue,
    colors.map((name) => ({ name, attributeId: colour?._id })),
  );
};

/** A UUIDv7 of a time in milliseconds, and the number of the record for the digits after it. */
const idOf = (time: string, number: string) => `(
  substr(lpad(to_hex(${time}), 12, '0'), 1, 8) || '-' || substr(lpad(to_hex(${time}), 12, '0'), 9, 4) || '-7'
  || lpad(to_hex(${number} % 4096), 3, '0') || '-8000-' || lpad(to_hex(${number}), 12, '0'))`;

const pick = (names: string, number: string) => `(${names})[(1 + (${number}) % array_length(${names}, 1))::integer]`;

const textArray = (names: readonly string[]) =>
  `array[${names.map((name) => `'${name.replaceAll("'", "''")}'`).join(',')}]`;

const isoTime = (milliseconds: string) =>
  `to_char(to_timestamp(${milliseconds} / 1000.0) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`;

/** Words as `buildSearchText` separates them. */
const searchText = (text: string) => `'  ' || replace(lower(${text}), ' ', '  ')`;

const fileOf = (number: string) => `md5(${number}::text) || '.jpg'`;

/** Products spread evenly over a year, with values that are independent of each other. */
const productRows = (count: number, key: string) => `
  create unlogged table seed as
  select i, ${idOf('time', 'i')} as id, ${isoTime('time')} as at, ${isoTime('time + (h >> 8) % 86400000')} as changed,
    ${pick(textArray(brands), 'h')} as brand, ${pick(textArray(qualities), 'h >> 5')} as quality,
    kinds.name as kind, kinds."categoryId", kinds._id as "subCategoryId", ${pick(textArray(colors), 'h >> 9')} as color,
    ${pick(textArray(materials), 'h >> 13')} as material, ${pick(textArray(packs), 'h >> 17')} as pack,
    500 + (h >> 3) % 200000 as price, h, '${key}' as key
  from (
    select i, 1735689600000 + i::bigint * (31536000000 / ${count}) as time,
      ('x' || substr(md5(i::text), 1, 8))::bit(32)::bigint as h
    from generate_series(1, ${count}) as i
  ) as numbered
  join (select row_number() over (order by _id) - 1 as n, * from "subCategory") as kinds
    on kinds.n = (h >> 7) % (select count(*) from "subCategory")
  order by i`;

const name = `brand || ' ' || quality || ' ' || kind || ' ' || color || ', ' || pack ||
  case when i <= ${rareWord.products} then ' ${rareWord.text}' else '' end`;
const description = `kind || ' by ' || brand || ' in ' || lower(color) || ', made of ' || lower(material) || '. ' || pack || '.'`;
const sku = `'P' || lpad(i::text, 8, '0')`;
const variantSku = `${sku} || '-' || position`;

/** Every 40th product lacks an image, every 50th a price, every 60th a description and every 70th a category. */
const seedStatements = [
  `insert into product (_id, name, sku, description, specification, "materialType", price, "isBestSeller", thumbnail,
    "categoryId", "subCategoryId", status, search, version, "createdAt", "updatedAt", "variantCount", "variantImage",
    "searchKey", "imageCount", "variantsWithoutImage", "variantsWithoutSku", completeness, "completenessKey")
  select id, ${name}, ${sku}, case when i % 60 = 0 then '' else '<p>' || ${description} || '</p>' end,
    'Colour: ' || color || E'\\nMaterial: ' || material, material, case when i % 50 = 0 then null else price end,
    (h % 20 = 0)::integer, case when i % 40 = 0 then null else ${fileOf('i')} end,
    case when i % 70 = 0 then null else "categoryId" end, case when i % 70 = 0 then null else "subCategoryId" end,
    case when h % 10 = 0 then 'INACTIVE' else 'ACTIVE' end,
    ${searchText(`${name} || ' ' || ${sku} || ' ' || ${description} || ' ' || material ||
      (select string_agg(' ' || ${variantSku}, '') from generate_series(1, ${variantsPerProduct}) as position)`)},
    1, at, changed, ${variantsPerProduct}, null, i, case when i % 40 = 0 then 0 else 1 end, ${variantsPerProduct}, 0,
    case when h % 3 = 0 then 60 + h % 40 else 100 end, key
  from seed`,
  `insert into "productVariant" (_id, "productId", position, name, "productName", sku, price, images, features, "valueIds")
  select substr(id, 1, 19) || '8' || position || '00' || substr(id, 24), id, position - 1, value.name, ${name}, ${variantSku}, price + position * 10, '[]', '[]',
    json_build_array(value._id)::text
  from seed, generate_series(1, ${variantsPerProduct}) as position
  join (select row_number() over (order by _id) as n, _id, name from "attributeValue") as value on value.n = position`,
  `insert into "productSku" (sku, "productId") select ${sku}, id from seed
  union all select ${variantSku}, id from seed, generate_series(1, ${variantsPerProduct}) as position`,
  `insert into "productAttributeValue" ("productId", "attributeValueId")
  select id, _id from seed, (select _id from "attributeValue" order by _id limit ${variantsPerProduct}) as value`,
  `insert into "fileUse" (file, resource, "recordId", field)
  select ${fileOf('i')}, 'product', id, 'thumbnail' from seed where i % 40 <> 0`,
  `insert into history (_id, "changeId", resource, "recordId", title, action, at, after)
  select id, id, 'product', id, ${name}, 'create', at, json_build_object('name', ${name}, 'price', price)::text from seed`,
];

type Index = { indexname: string; indexdef: string };

const lanes = 4;
const seededSetting = 'dataCheckStartedAt';

/** Runs statements on a few connections at once, in their order. */
const runAll = async (pool: pg.Pool, statements: readonly string[]): Promise<void> => {
  const remaining = statements.values();
  const runRest = async () => {
    for (const statement of remaining) await pool.query(statement);
  };
  await Promise.all(Array.from({ length: lanes }, runRest));
};

/** Neither foreign keys nor triggers are needed for rows that are consistent by construction. */
const options = ['session_replication_role=replica', 'statement_timeout=0', 'maintenance_work_mem=512MB'];

/** Writes the rows first, because building an index at the end takes a fraction of the time of updating it. */
const writeRows = async (databaseUrl: string, { count, key }: { count: number; key: string }): Promise<void> => {
  const pool = new pg.Pool({
    connectionString: databaseUrl,
    max: lanes,
    options: options.map((option) => `-c ${option}`).join(' '),
  });
  const { rows } = await pool.query<Index>(
    `select indexname, indexdef from pg_indexes
     where schemaname = current_schema() and tablename = any($1) and indexdef not like 'CREATE UNIQUE%'
     order by indexdef like '%USING gin%' desc`,
    [seedTables],
  );
  await pool.query(productRows(count, key));
  for (const { indexname } of rows) await pool.query(`drop index "${indexname}"`);
  await runAll(pool, seedStatements);
  await runAll(
    pool,
    rows.map(({ indexdef }) => indexdef),
  );
  await pool.query('drop table seed');
  await runAll(
    pool,
    seedTables.map((table) => `vacuum analyze "${table}"`),
  );
  // The weekly check of all data would run during the benchmark.
  await pool.query(`insert into setting values ('${seededSetting}', '9999')`);
  await pool.end();
};

const isSeeded = async ({ database }: DatabaseHandle): Promise<boolean> => {
  const product = await resourceTables(database).selectFrom('product').select('_id').limit(1).executeTakeFirst();
  if (!product) return false;
  const done = await database.selectFrom('setting').select('_id').where('_id', '=', seededSetting).execute();
  if (done.length === 0) throw new Error('The last run was interrupted while it filled this database. Drop it');
  return true;
};

/** Creates the schema of a PostgreSQL database by the real migrations, and fills it with this many products. */
export const seedLargeCatalogue = async (options: {
  dataDir: string;
  databaseUrl: string;
  products: number;
}): Promise<void> => {
  const { dataDir, databaseUrl, products } = options;
  const onWarning = (text: string) => console.log(`  warning: ${text}`);
  const databaseHandle = await openDatabase({
    dataDir,
    databaseUrl,
    onConnectionError: console.error,
    onWarning,
  });
  try {
    if (await isSeeded(databaseHandle)) return;
    await writeParents(databaseHandle);
    const { key } = await readRules(databaseHandle.database);
    await writeRows(databaseUrl, { count: products, key });
  } finally {
    await databaseHandle.close();
  }
};
