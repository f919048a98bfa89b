import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import {
  type CatalogueDesign,
  type CataloguePreview,
  catalogueDesignSchema,
  type StoredDesign,
} from '#shared/catalogue-design.ts';
import { category } from '#shared/resources/category.ts';
import { product } from '#shared/resources/product.ts';
import { request } from '../../resource-kit/client.ts';
import { allOptionsQuery } from '../../resource-kit/hooks.ts';
import { useViews } from '../../resource-kit/list/saved-views.ts';
import { parseListParams, toFilterParams } from '../../resource-kit/list-params.ts';

/** The products of a catalogue: their ids, or the list parameters that they match. */
export type ChosenProducts = Pick<CatalogueDesign, 'ids' | 'filter'>;

/** Location state of a link that brings chosen products. */
export type ChosenState = { chosen?: ChosenProducts; label?: string };

export const allActive: ChosenProducts = { filter: { status: 'ACTIVE' } };

/** An option of the select of products. */
export type ProductChoice = { value: string; label: string; products: ChosenProducts };

/** The active products, those given, each saved view and, where they can't be chosen otherwise, each category. */
export const useProductChoices = (
  given: ProductChoice | undefined,
  hasCategories: boolean,
): { group: string; choices: ProductChoice[] }[] => {
  const { views } = useViews(product);
  const { data: categories = [] } = useQuery(allOptionsQuery(category.name));
  return [
    {
      group: 'Products',
      choices: [...(given ? [given] : []), { value: 'active', label: 'All active products', products: allActive }],
    },
    {
      group: 'Saved views',
      choices: views.map(({ _id, name, search }) => ({
        value: _id,
        label: name,
        products: { filter: toFilterParams(parseListParams(product, new URLSearchParams(search))) },
      })),
    },
    {
      group: 'Active products of a category',
      choices: (hasCategories ? categories : []).map(({ value, label }) => ({
        value,
        label,
        products: { filter: { status: 'ACTIVE', categoryId: value } },
      })),
    },
  ];
};

/** How a catalogue was made; null if it wasn't made from products. */
export const storedDesignQuery = (id: string | undefined, isEnabled = true) =>
  queryOptions({
    queryKey: ['catalogueDesign', id],
    queryFn: async ({ signal }) =>
      (
        await request<{ data: StoredDesign | null }>('GET', `/catalogue/design/${encodeURIComponent(id ?? '')}`, {
          signal,
        })
      ).data,
    enabled: isEnabled && id !== undefined,
    staleTime: 0,
  });

export const useStoredDesign = (id: string | undefined, isEnabled = true) => useQuery(storedDesignQuery(id, isEnabled));

const toBlobUrl = (pdf: string): string => {
  const bytes = Uint8Array.from(atob(pdf), (character) => character.charCodeAt(0));
  return URL.createObjectURL(new Blob([bytes], { type: 'application/pdf' }));
};

/** The first pages of what the server prints for a body, which stay while those of a changed one are made. */
export const usePrintPreview = <Preview extends { pdf: string }>(
  path: string,
  { body, isValid }: { body: object; isValid: boolean },
) => {
  const query = useQuery({
    queryKey: ['printPreview', path, body],
    queryFn: async ({ signal }) => (await request<{ data: Preview }>('POST', path, { body, signal })).data,
    placeholderData: keepPreviousData,
    enabled: isValid,
    retry: false,
    staleTime: 0,
    gcTime: 0,
  });
  const pdf = query.data?.pdf;
  const [url, setUrl] = useState<string>();
  useEffect(() => {
    if (pdf === undefined) return;
    const created = toBlobUrl(pdf);
    setUrl(created);
    // The viewer may still be reading it.
    return () => void setTimeout(() => URL.revokeObjectURL(created), 60_000);
  }, [pdf]);
  return { ...query, url };
};

export const usePreview = (design: CatalogueDesign) =>
  usePrintPreview<CataloguePreview>('/catalogue/preview', {
    body: { design },
    isValid: catalogueDesignSchema.safeParse(design).success,
  });
