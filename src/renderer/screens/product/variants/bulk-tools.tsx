import { Button, Checkbox, Group, Image, NumberInput, Select, Text, TextInput } from '@mantine/core';
import { useInputState } from '@mantine/hooks';
import { IconPhotoPlus } from '@tabler/icons-react';
import { type ComponentType, useState } from 'react';
import { useFormContext } from 'react-hook-form';
import { unknownTokens } from '#shared/product/skus.ts';
import { formatCount } from '#shared/resource-kit/labels.ts';
import type { FormValues } from '../../../resource-kit/form/form-values.ts';
import { formatFile, formatMoney } from '../../../ui/format.ts';
import { GrowingTextarea } from '../../../ui/growing-textarea.tsx';
import { useImageSource } from '../../../ui/renditions.ts';
import { assignFeatures, assignImages, changePrices, replaceText, setSkus } from './bulk-edits.ts';
import { BulkToolDialog } from './bulk-tool-dialog.tsx';
import { findDuplicates, useVariants } from './use-variants.ts';
import { variantColumns } from './variant-columns.tsx';
import type { LocalImages } from './variant-images.ts';
import {
  describeImage,
  type EditableVariant,
  findVariants,
  getImageId,
  mergeImages,
  parseFeatureLines,
  type VariantImage,
} from './variant-sheet.ts';

/** `keys`: the selected variants, or all that the grid shows. `column`: the active one of the grid. */
type ToolProps = { keys: readonly string[]; column: string; images: LocalImages; onClose: () => void };

const PriceDialog = ({ keys, onClose }: ToolProps) => {
  const { sheet } = useVariants();
  const [formula, setFormula] = useInputState('');
  return (
    <BulkToolDialog
      title="Change prices"
      undoLabel={`Change prices (${formula.trim()})`}
      keys={keys}
      edit={changePrices(sheet, keys, formula)}
      show={({ price }) => formatMoney(price)}
      onClose={onClose}
    >
      <TextInput
        label="Price"
        description="Enter a price (9.90) or a change (+10%, -5)"
        value={formula}
        onChange={setFormula}
        data-autofocus
      />
    </BulkToolDialog>
  );
};

const maxDuplicatesNamed = 3;

const describeDuplicates = (duplicates: ReturnType<typeof findDuplicates>): string | undefined => {
  if (duplicates.length === 0) return undefined;
  const named = duplicates.slice(0, maxDuplicatesNamed).map(({ variant: { name, sku } }) => `${name} (${sku})`);
  const others = duplicates.length > maxDuplicatesNamed ? ' and others' : '';
  return `${formatCount(duplicates.length, 'duplicate SKU')}: ${named.join(', ')}${others}`;
};

const SkuDialog = ({ keys, onClose }: ToolProps) => {
  const { sheet } = useVariants();
  const { getValues } = useFormContext<FormValues>();
  const product = { name: String(getValues('name') ?? ''), sku: String(getValues('sku') ?? '') };
  const values = sheet.variants.flatMap(({ attributeValueArr }) => attributeValueArr);
  const attributeNames = [...new Set(values.map(({ attributeName }) => attributeName))];
  const tokens = ['{product}', ...attributeNames.map((name) => `{${name.toLowerCase()}}`), '{n:3}'];
  const [pattern, setPattern] = useInputState(tokens.slice(0, -1).join('-'));
  const [start, setStart] = useState(1);
  const unknown = unknownTokens(pattern, attributeNames);
  const isValid = pattern.trim() !== '' && unknown.length === 0;
  const edited = isValid ? setSkus(sheet, keys, { pattern, product, start }) : sheet;
  const duplicates = describeDuplicates(findDuplicates(edited.variants, product.sku));
  return (
    <BulkToolDialog
      title="Generate SKUs"
      keys={keys}
      edit={{ sheet: edited, error: unknown.length > 0 ? `Unknown placeholder ${unknown.join(', ')}` : duplicates }}
      show={({ sku }) => sku}
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
    </BulkToolDialog>
  );
};

const textColumns = variantColumns.filter(({ name }) => name !== 'imagesArr');

const ReplaceDialog = ({ keys, column: initialColumn, onClose }: ToolProps) => {
  const { sheet } = useVariants();
  const [column, setColumn] = useState(initialColumn === 'imagesArr' ? 'name' : initialColumn);
  const [find, setFind] = useInputState('');
  const [replacement, setReplacement] = useInputState('');
  const [isCaseSensitive, setIsCaseSensitive] = useInputState(false);
  return (
    <BulkToolDialog
      title="Find and replace"
      applyLabel="Replace"
      undoLabel={`Replace “${find}”`}
      keys={keys}
      edit={replaceText(sheet, keys, { column, find, replacement, isCaseSensitive })}
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

const allVariants = 'all';

const toValueOptions = (variants: readonly EditableVariant[]) => {
  const used = variants.flatMap(({ attributeValueArr }) => attributeValueArr);
  const values = [...new Map(used.map((value) => [value.attributeValueId, value])).values()];
  const groups = [...new Set(values.map(({ attributeName }) => attributeName))];
  return [
    { value: allVariants, label: `All ${formatCount(variants.length, 'variant')}` },
    ...groups.map((group) => ({
      group,
      items: values
        .filter(({ attributeName }) => attributeName === group)
        .map(({ attributeValueId, attributeValueName }) => ({ value: attributeValueId, label: attributeValueName })),
    })),
  ];
};

/** In CSS pixels. Images are cropped to squares. */
const imageWidth = 56;

const ImagesDialog = ({ keys, images, onClose }: ToolProps) => {
  const { sheet } = useVariants();
  const toSource = useImageSource();
  const [value, setValue] = useState(allVariants);
  const [chosen, setChosen] = useState<readonly VariantImage[]>([]);
  const [replacesExisting, setReplacesExisting] = useInputState(false);
  const valueId = value === allVariants ? undefined : value;
  return (
    <BulkToolDialog
      title="Add images"
      keys={keys}
      edit={{ sheet: assignImages(sheet, keys, { images: chosen, valueId, replacesExisting }) }}
      onClose={onClose}
    >
      <Select
        label="Attribute value"
        searchable
        selectFirstOptionOnChange
        allowDeselect={false}
        data={toValueOptions(findVariants(sheet, keys))}
        value={value}
        onChange={(next) => setValue(next ?? allVariants)}
        data-autofocus
      />
      <Group gap="xs">
        {chosen.map((image, index) => {
          const { src, info } = describeImage(image);
          return (
            <Image
              key={getImageId(image)}
              {...toSource(src, 2 * imageWidth)}
              alt={`Selected ${index + 1}`}
              title={info && formatFile(info)}
              w={imageWidth}
              h={imageWidth}
              bd="1px solid var(--bo-line)"
              radius="sm"
            />
          );
        })}
        <Button
          leftSection={<IconPhotoPlus size="1rem" />}
          onClick={async () => {
            const picked = await images.pick();
            setChosen((current) => mergeImages(current, picked));
          }}
        >
          Choose images
        </Button>
      </Group>
      <Checkbox label="Replace existing images" checked={replacesExisting} onChange={setReplacesExisting} />
    </BulkToolDialog>
  );
};

const FeaturesDialog = ({ keys, onClose }: ToolProps) => {
  const { sheet } = useVariants();
  const [text, setText] = useInputState('');
  const [replacesExisting, setReplacesExisting] = useInputState(false);
  return (
    <BulkToolDialog
      title="Add features"
      keys={keys}
      edit={{ sheet: assignFeatures(sheet, keys, { lines: parseFeatureLines(text), replacesExisting }) }}
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

/** The tools that change many variants, in the order of their menu. */
export const bulkTools = {
  price: { label: 'Change prices…', Dialog: PriceDialog },
  sku: { label: 'Generate SKUs…', Dialog: SkuDialog },
  replace: { label: 'Find and replace…', Dialog: ReplaceDialog },
  images: { label: 'Add images…', Dialog: ImagesDialog },
  features: { label: 'Add features…', Dialog: FeaturesDialog },
} satisfies Record<string, { label: string; Dialog: ComponentType<ToolProps> }>;

export type BulkTool = keyof typeof bulkTools;
