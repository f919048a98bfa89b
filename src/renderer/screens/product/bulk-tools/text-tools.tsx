import { Checkbox, Select, TextInput } from '@mantine/core';
import { useInputState } from '@mantine/hooks';
import { useState } from 'react';
import { formatCount } from '#shared/resource-kit/labels.ts';
import { formatMoney } from '../../../ui/format.ts';
import { GrowingTextarea } from '../../../ui/growing-textarea.tsx';
import { variantColumns } from '../grid/variant-columns.tsx';
import { useVariants } from '../sheet/use-variants.ts';
import { parseFeatureLines } from '../sheet/variant-sheet.ts';
import { assignFeatures, changePrices, replaceText } from './bulk-edits.ts';
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

export const FeaturesDialog = ({ indexes, onClose }: BulkToolProps) => {
  const { sheet } = useVariants();
  const [text, setText] = useInputState('');
  const [replacesExisting, setReplacesExisting] = useInputState(false);
  const lines = parseFeatureLines(text);
  return (
    <BulkToolDialog
      title="Add features"
      summary={
        lines.length > 0
          ? `${formatCount(lines.length, 'feature')} will be added to ${formatCount(indexes.length, 'variant')}`
          : 'No features will be added'
      }
      edited={lines.length > 0 ? assignFeatures(sheet, indexes, { lines, replacesExisting }) : sheet}
      onClose={onClose}
    >
      <GrowingTextarea
        label="Features"
        description="One per line"
        minRows={4}
        maxRows={10}
        value={text}
        onChange={setText}
        data-autofocus
      />
      <Checkbox label="Replace existing features" checked={replacesExisting} onChange={setReplacesExisting} />
    </BulkToolDialog>
  );
};

const textColumns = variantColumns.filter(({ name }) => name !== 'imagesArr');

export const ReplaceDialog = ({ indexes, column: initialColumn, onClose }: BulkToolProps & { column: string }) => {
  const { sheet } = useVariants();
  const [column, setColumn] = useState(initialColumn === 'imagesArr' ? 'name' : initialColumn);
  const [find, setFind] = useInputState('');
  const [replacement, setReplacement] = useInputState('');
  const [isCaseSensitive, setIsCaseSensitive] = useInputState(false);
  const editResult = replaceText(sheet, indexes, { column, find, replacement, isCaseSensitive });
  return (
    <BulkToolDialog
      title="Find and replace"
      applyLabel="Replace"
      undoLabel={`Replace “${find}”`}
      summary={
        editResult.changedCount > 0
          ? `${editResult.changedCount.toLocaleString('en')} of ${formatCount(indexes.length, 'variant')} match`
          : 'No variants match'
      }
      error={editResult.error}
      edited={editResult.sheet}
      onClose={onClose}
    >
      <Select
        label="Column"
        data={textColumns.map(({ name, label }) => ({ value: name, label }))}
        value={column}
        onChange={(value) => value && setColumn(value)}
      />
      <TextInput label="Find" value={find} onChange={setFind} data-autofocus />
      <TextInput label="Replace with" value={replacement} onChange={setReplacement} />
      <Checkbox label="Match case" checked={isCaseSensitive} onChange={setIsCaseSensitive} />
    </BulkToolDialog>
  );
};
