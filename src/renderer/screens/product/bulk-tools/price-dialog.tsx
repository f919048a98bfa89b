import { TextInput } from '@mantine/core';
import { useInputState } from '@mantine/hooks';
import { formatCount } from '#shared/resource-kit/labels.ts';
import { formatMoney } from '../../../ui/format.ts';
import { useVariants } from '../sheet/use-variants.ts';
import { changePrices } from './bulk-edits.ts';
import { BulkToolDialog, ChangeExamples } from './tool-dialog.tsx';

export type BulkToolProps = { indexes: readonly number[]; onClose: () => void };

export const PriceDialog = ({ indexes, onClose }: BulkToolProps) => {
  const { sheet } = useVariants();
  const [formula, setFormula] = useInputState('');
  const editResult = changePrices(sheet, indexes, formula);
  return (
    <BulkToolDialog
      title="Change prices"
      undoLabel={`Change prices (${formula.trim()})`}
      summary={
        editResult.changedCount > 0
          ? `${editResult.changedCount.toLocaleString('en')} of ${formatCount(indexes.length, 'variant')} will change`
          : 'No prices will change'
      }
      error={editResult.error}
      edited={editResult.sheet}
      onClose={onClose}
    >
      <TextInput
        label="Price"
        description="Enter a price (9.90) or a change (+10%, -5)"
        value={formula}
        onChange={setFormula}
        data-autofocus
      />
      <ChangeExamples indexes={indexes} edited={editResult.sheet} show={({ price }) => formatMoney(price)} />
    </BulkToolDialog>
  );
};
