import { sql } from 'kysely';
import { type FeedFinding, noPageReason } from '#shared/feeds.ts';
import { product } from '#shared/resources/product.ts';
import { type Database, resourceTables } from '../../database/tables.ts';
import { isVisible } from '../read.ts';
import type { FeedProduct, FeedVariant } from './read-products.ts';

const maxExamples = 100;

export type Report = (finding: {
  reason: string;
  product: FeedProduct;
  variant?: FeedVariant;
  isLeftOut?: boolean;
}) => void;

/** Collects findings by their reason, in constant memory however many there are. */
export const createFindings = () => {
  const found = new Map<string, FeedFinding>();
  const report: Report = ({ reason, product: { id, title }, variant, isLeftOut = true }) => {
    const finding = found.get(reason) ?? { reason, isLeftOut, count: 0, examples: [] };
    found.set(reason, finding);
    finding.count += 1;
    if (finding.examples.length >= maxExamples || reason === noPageReason) return;
    finding.examples.push({ id, name: title, variant: variant ? variant.name || variant.title : null });
  };
  return { report, list: () => [...found.values()] };
};

/** Finds the products that no feed has. */
export const readHidden = async (database: Database): Promise<FeedFinding[]> => {
  const find = async (reason: string, condition: ReturnType<typeof isVisible>): Promise<FeedFinding[]> => {
    const matching = resourceTables(database).selectFrom(product.name).where(condition);
    const rows = await matching.select(['_id', 'name']).orderBy('_id').limit(maxExamples).execute();
    if (rows.length === 0) return [];
    const counted = await matching.select(sql<number | string>`count(*)`.as('count')).executeTakeFirst();
    const examples = rows.map(({ _id, name }) => ({ id: String(_id), name: String(name), variant: null }));
    return [{ reason, isLeftOut: true, count: Number(counted?.count), examples }];
  };
  const isActive = sql<boolean>`product.status = 'ACTIVE'`;
  return [
    ...(await find('Inactive', sql<boolean>`not ${isActive}`)),
    ...(await find(
      'The category or sub category is inactive',
      sql<boolean>`(${isActive} and not ${isVisible(product)})`,
    )),
  ];
};
