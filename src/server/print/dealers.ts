import type { CatalogueDesign } from '#shared/catalogue-design.ts';
import { nameKey } from '#shared/normalize-text.ts';
import { dealer } from '#shared/resources/dealer.ts';
import type { Database } from '../database/tables.ts';
import { validationError } from '../lib/app-error.ts';
import { createRepository } from '../records/repository.ts';

/** The part of a catalogue that a dealer sells; null for all of it. */
export type Selection = { dealerName: string; categoryId: string | null; skus: ReadonlyMap<string, string> | null };

/** A design with the values of its dealer. */
export type PrintedDesign = CatalogueDesign & { selection: Selection | null };

/** Returns a design with the name, pictures, prices and products of its dealer. */
export const applyDealer = async (design: CatalogueDesign, database: Database): Promise<PrintedDesign> => {
  if (design.dealerId === null) return { ...design, selection: null };
  const found = await createRepository(dealer, database).find(design.dealerId);
  if (!found) throw validationError([{ field: 'design.dealerId', message: 'This dealer no longer exists' }]);
  const skus = String(found.skus)
    .split('\n')
    .map((sku) => sku.trim())
    .filter(Boolean);
  return {
    ...design,
    logo: (found.logo as string | null) ?? design.logo,
    cover: (found.cover as string | null) ?? design.cover,
    priceFormula: String(found.priceFormula) || design.priceFormula,
    selection: {
      dealerName: String(found.name),
      categoryId: (found.categoryId as string | null) || null,
      skus: skus.length > 0 ? new Map(skus.map((sku) => [nameKey(sku), sku])) : null,
    },
  };
};
