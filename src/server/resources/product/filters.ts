import { type RawBuilder, sql } from 'kysely';
import { product } from '#shared/resources/product.ts';
import { encodeValue } from '../../database/codec.ts';
import { type FilterConditions, matchesNothing } from '../../records/filters.ts';

const column = (name: string) => sql.ref(`product.${name}`);

/** Partial indexes need these conditions to the letter (migration 0023). */
const missing: Readonly<Record<string, RawBuilder<boolean>>> = {
  image: sql`(${column('thumbnail')} is null and ${column('variantImage')} is null)`,
  price: sql`${column('price')} is null`,
  category: sql`${column('categoryId')} is null`,
  description: sql`${column('description')} = ''`,
  variantImage: sql`${column('variantsWithoutImage')} > 0`,
  variantSku: sql`${column('variantsWithoutSku')} > 0`,
};

const toHundredths = (amount: string) => encodeValue(product.fields.price, Number(amount));

/** They only read the product’s own row, because totals are cached until the table changes (ADR 65). */
export const productFilters: FilterConditions = {
  minPrice: (amount) => sql`${column('price')} >= ${toHundredths(amount)}`,
  maxPrice: (amount) => sql`${column('price')} <= ${toHundredths(amount)}`,
  hasVariants: (value) =>
    sql`(case when ${column('variantCount')} > 0 then 'true' else 'false' end) = ${value}`,
  // An expression index needs this to the letter (migration 0027).
  completeness: (value) =>
    sql`(case when ${column('completeness')} = 100 then 'complete' else 'incomplete' end) = ${value}`,
  missing: (value) => missing[value] ?? matchesNothing,
};
