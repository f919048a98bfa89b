import type { DatabaseHandle } from '../../../src/server/database/database-handle.ts';
import { type Row, resourceTables } from '../../../src/server/database/tables.ts';
import { insertRows } from '../../../src/server/database/write-rows.ts';
import { readRules, scoreColumns } from '../../../src/server/resources/completeness.ts';
import { category } from '../../../src/shared/resources/category.ts';
import { product } from '../../../src/shared/resources/product.ts';
import { subCategory } from '../../../src/shared/resources/sub-category.ts';
import { brands, colors, materials, packs, productsByCategory, qualities } from './names.ts';
import { createRandom, writeMany } from './write.ts';

const firstSku = 800_000_000;

const writeCategories = async (databaseHandle: DatabaseHandle): Promise<Row[]> => {
  const records = Object.keys(productsByCategory).map((name) => ({
    name,
    description: `All kinds of ${name.toLowerCase()}`,
  }));
  const categories = await writeMany(databaseHandle, { resource: category, records });
  return writeMany(databaseHandle, {
    resource: subCategory,
    records: categories.flatMap(({ _id, name }) =>
      (productsByCategory[String(name)] ?? []).map((kind) => ({ name: kind, categoryId: _id })),
    ),
  });
};

function* generateProducts({
  count,
  kinds,
  existingCount,
}: {
  count: number;
  kinds: Row[];
  existingCount: number;
}): Generator<Row> {
  const random = createRandom(count);
  for (let index = 0; index < count; index += 1) {
    const kind = kinds[random.below(kinds.length)];
    const [brand, quality, color] = [random.pick(brands), random.pick(qualities), random.pick(colors)];
    const [material, pack] = [random.pick(materials), random.pick(packs)];
    yield {
      name: `${brand} ${quality} ${kind?.name} ${color}, ${pack}`,
      sku: String(firstSku + existingCount + index),
      description: `<p>${kind?.name} by ${brand} in ${color.toLowerCase()}, made of ${material.toLowerCase()}. ${pack}.</p>`,
      specification: `Colour: ${color}\nMaterial: ${material}`,
      materialType: material,
      price: (500 + random.below(200_000)) / 100,
      isBestSeller: random.below(20) === 0,
      categoryId: kind?.categoryId,
      subCategoryId: kind?._id,
      status: random.below(10) === 0 ? 'INACTIVE' : 'ACTIVE',
    };
  }
}

export const writeProducts = async (databaseHandle: DatabaseHandle, count: number): Promise<number> => {
  const kinds = await writeCategories(databaseHandle);
  const existingCount = (await resourceTables(databaseHandle.database).selectFrom(product.name).select('_id').execute())
    .length;
  const records = generateProducts({ count, kinds, existingCount });
  const rules = await readRules(databaseHandle.database);
  const rows = await writeMany(databaseHandle, {
    resource: product,
    records,
    toColumns: (row) => scoreColumns(row, rules),
  });
  const skus = rows.map(({ _id, sku }) => ({ productId: _id, sku }));
  await databaseHandle.transaction((database) => insertRows(database, { table: 'productSku', rows: skus }));
  return rows.length;
};
