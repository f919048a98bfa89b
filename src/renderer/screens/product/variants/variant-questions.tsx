import { Text } from '@mantine/core';
import { maxVariants } from '#shared/product/generate-variants.ts';
import { formatCount } from '#shared/resource/labels.ts';
import { openConfirm, openNotice } from '../../../ui/confirm.tsx';

/** Creating more variants than this needs confirmation. */
const confirmThreshold = 500;

export const explainLimit = (count: number): void =>
  openNotice({
    title: 'Too many variants',
    size: 'sm',
    content: () => (
      <Text>
        {`You’ve selected ${formatCount(count, 'variant')}. A product can have up to ${maxVariants.toLocaleString('en')}. Clear some values.`}
      </Text>
    ),
  });

export const confirmCreation = async ({
  count,
  currentCount,
}: {
  count: number;
  currentCount: number;
}): Promise<boolean> => {
  if (count <= confirmThreshold || count <= currentCount) return true;
  const create = `Create ${formatCount(count, 'variant')}`;
  return openConfirm({ title: `${create}?`, confirmLabel: create });
};

const describeContents = ({ count, filledCount }: { count: number; filledCount: number }): string => {
  if (count === 1) return 'It has images, a price, a SKU or other details.';
  const details = 'images, prices, SKUs or other details';
  if (filledCount === count) return `They have ${details}.`;
  return `${filledCount.toLocaleString('en')} ${filledCount === 1 ? 'has' : 'have'} ${details}.`;
};

export const confirmRemoval = async (counts: { count: number; filledCount: number }): Promise<boolean> => {
  if (counts.filledCount === 0) return true;
  const remove = `Remove ${formatCount(counts.count, 'variant')}`;
  return openConfirm({
    title: `${remove}?`,
    getQuestion: `${describeContents(counts)} You can undo this until you leave the form.`,
    confirmLabel: remove,
  });
};
