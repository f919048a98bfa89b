import { Button, Checkbox, Group, NumberInput, Select, Text, TextInput } from '@mantine/core';
import { useInputState } from '@mantine/hooks';
import { useState } from 'react';
import { useFormContext } from 'react-hook-form';
import { unknownTokens } from '#shared/product/sku-pattern.ts';
import { formatCount } from '#shared/resource-kit/labels.ts';
import type { FormValues } from '../../../resource-kit/form/form-values.ts';
import { formatMoney } from '../../../ui/format.ts';
import { GrowingTextarea } from '../../../ui/growing-textarea.tsx';
import { variantColumns } from '../grid/variant-columns.tsx';
import { useVariants } from '../sheet/use-variants.ts';
import { findDuplicates } from '../sheet/variant-errors.ts';
import { parseFeatureLines } from '../sheet/variant-sheet.ts';
import { assignFeatures, changePrices, replaceText, setSkus } from './bulk-edits.ts';
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

const maxDuplicatesNamed = 3;

export const SkuDialog = ({ indexes, onClose }: BulkToolProps) => {
  const { sheet } = useVariants();
  const { getValues } = useFormContext<FormValues>();
  const product = { name: String(getValues('name') ?? ''), sku: String(getValues('sku') ?? '') };
  const values = sheet.variants.flatMap(({ attributeValueArr }) => attributeValueArr);
  const attributeNames = [...new Set(values.map(({ attributeName }) => attributeName))];
  const tokens = ['{product}', ...attributeNames.map((name) => `{${name.toLowerCase()}}`), '{n:3}'];
  const [pattern, setPattern] = useInputState(tokens.slice(0, -1).join('-'));
  const [start, setStart] = useState(1);
  const unknownPlaceholders = unknownTokens(pattern, attributeNames);
  const isValid = pattern.trim() !== '' && unknownPlaceholders.length === 0;
  const edited = isValid ? setSkus(sheet, indexes, { pattern, product, start }) : sheet;
  const duplicates = [...findDuplicates(edited.variants, product.sku).keys()];
  const named = duplicates.slice(0, maxDuplicatesNamed).map(({ name, sku }) => `${name} (${sku})`);
  const others = duplicates.length > maxDuplicatesNamed ? ' and others' : '';
  const duplicatesText =
    named.length > 0 ? `${formatCount(duplicates.length, 'duplicate SKU')}: ${named.join(', ')}${others}` : null;
  return (
    <BulkToolDialog
      title="Generate SKUs"
      summary={`${formatCount(indexes.length, 'variant')} will get a new SKU`}
      error={unknownPlaceholders.length > 0 ? `Unknown placeholder ${unknownPlaceholders.join(', ')}` : duplicatesText}
      edited={edited}
      onClose={onClose}
    >
      <TextInput label="Pattern" value={pattern} onChange={setPattern} data-autofocus />
      <Group gap="xs">
        <Text size="sm" c="dimmed">
          Insert
        </Text>
        {tokens.map((token) => (
          <Button
            key={token}
            size="compact-sm"
            aria-label={`Insert ${token}`}
            onClick={() => setPattern(`${pattern}${token}`)}
          >
            {token}
          </Button>
        ))}
      </Group>
      <NumberInput
        label="Start number"
        value={start}
        min={0}
        allowDecimal={false}
        onChange={(value) => setStart(Number(value))}
      />
      <ChangeExamples indexes={indexes} edited={edited} show={({ sku }) => sku} />
    </BulkToolDialog>
  );
};
