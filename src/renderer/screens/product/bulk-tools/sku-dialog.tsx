import { Button, Group, NumberInput, Text, TextInput } from '@mantine/core';
import { useInputState } from '@mantine/hooks';
import { useState } from 'react';
import { useFormContext } from 'react-hook-form';
import { unknownTokens } from '#shared/product/sku-pattern.ts';
import { formatCount } from '#shared/resource-kit/labels.ts';
import type { FormValues } from '../../../resource-kit/form/field-props.ts';
import { useVariants } from '../sheet/use-variants.ts';
import { findDuplicates } from '../sheet/variant-errors.ts';
import { setSkus } from './bulk-edits.ts';
import type { BulkToolProps } from './text-tools.tsx';
import { BulkToolDialog, ChangeExamples } from './tool-dialog.tsx';

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
