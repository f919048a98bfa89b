import { useMemo, useState } from 'react';
import { useVariants } from '../sheet/use-variants.ts';

/** Which variants are shown: those that hold the words that are looked for, or only those with errors. */
export const useShown = () => {
  const { sheet, isFaulty } = useVariants();
  const [query, setQuery] = useState('');
  const [isFaultyOnly, setIsFaultyOnly] = useState(false);
  const { variants } = sheet;
  const faulty = useMemo(() => new Set(variants.filter(isFaulty)), [variants, isFaulty]);
  const shown = useMemo(() => {
    const words = query.trim().toLowerCase();
    return variants.flatMap((draft, index) => {
      const text = `${draft.name} ${draft.productName} ${draft.sku}`.toLowerCase();
      return text.includes(words) && (!isFaultyOnly || faulty.has(draft)) ? [index] : [];
    });
  }, [variants, query, isFaultyOnly, faulty]);
  return { shown, query, setQuery, isFaultyOnly, setIsFaultyOnly, faultyCount: faulty.size };
};

export type Shown = ReturnType<typeof useShown>;
