import { Button, Checkbox, Group, Image, NumberInput, Select, SimpleGrid, Text, TextInput } from '@mantine/core';
import { useInputState } from '@mantine/hooks';
import { IconPhotoPlus } from '@tabler/icons-react';
import { type ComponentType, useState } from 'react';
import { suggestPattern, unknownTokens } from '#shared/product/skus.ts';
import { formatCount } from '#shared/resource-kit/labels.ts';
import { SwatchDot } from '../../../resource-kit/swatch.tsx';
import { getDropProps } from '../../../ui/drop-props.ts';
import { formatFile, formatMoney, useMoney } from '../../../ui/format.ts';
import { GrowingTextarea } from '../../../ui/growing-textarea.tsx';
import { useImageSource } from '../../../ui/renditions.ts';
import { useBusy } from '../../../ui/use-busy.ts';
import {
  assignFeatures,
  assignImages,
  changePrices,
  type EditResult,
  matchValue,
  replaceText,
  setSkus,
} from './bulk-edits.ts';
import classes from './bulk-tool-dialog.module.css';
import { BulkToolDialog } from './bulk-tool-dialog.tsx';
import { findDuplicates, useVariants } from './use-variants.ts';
import { optionalColumns, variantColumns } from './variant-columns.tsx';
import dialogClasses from './variant-dialog.module.css';
import type { LocalImages } from './variant-images.ts';
import {
  describeImage,
  type EditableVariant,
  findVariants,
  getImageId,
  getVariantKey,
  getVariantTitle,
  listUsedAttributes,
  mergeImages,
  parseFeatureLines,
  type VariantImage,
} from './variant-sheet.ts';

type UsedAttribute = { attributeId: string; attributeName: string };

/** `keys`: the selected variants, or all that the grid shows. `column`: the active one of the grid. */
type ToolProps = {
  keys: readonly string[];
  column: string;
  images: LocalImages;
  /** Gives each of its values an own input or images; without one, all variants share them. */
  attribute: UsedAttribute | undefined;
  onClose: () => void;
};

const listValues = (variants: readonly EditableVariant[], attribute: UsedAttribute | undefined) => {
  const values = variants.flatMap(({ attributeValueArr }) => attributeValueArr);
  const used = values.filter(({ attributeId }) => attributeId === attribute?.attributeId);
  return [...new Map(used.map((value) => [value.attributeValueId, value])).values()];
};

const hasValue = ({ attributeValueArr }: EditableVariant, valueId: string) =>
  attributeValueArr.some(({ attributeValueId }) => attributeValueId === valueId);

const titleBy = (title: string, attribute: UsedAttribute | undefined) =>
  attribute ? `${title} by ${attribute.attributeName}` : title;

const PriceDialog = ({ keys, attribute, onClose }: ToolProps) => {
  const { sheet, valuesById } = useVariants();
  const [formulas, setFormulas] = useState<Readonly<Record<string, string>>>({});
  const targets = findVariants(sheet, keys);
  const values = listValues(targets, attribute);
  const edits = attribute
    ? values.map(({ attributeValueId: id }) => ({
        keys: targets.filter((variant) => hasValue(variant, id)).map(getVariantKey),
        formula: formulas[id] ?? '',
      }))
    : [{ keys, formula: formulas[''] ?? '' }];
  const edit = edits.reduce<EditResult>(
    (result, each) => {
      const next = changePrices(result.sheet, each.keys, each.formula);
      return { sheet: next.sheet, error: result.error ?? next.error };
    },
    { sheet },
  );
  const inputs = attribute
    ? values.map(({ attributeValueId, attributeValueName }) => ({ id: attributeValueId, label: attributeValueName }))
    : [{ id: '', label: 'Price' }];
  return (
    <BulkToolDialog
      title={titleBy('Set price', attribute)}
      applyLabel="Set price"
      keys={keys}
      // An invalid price changes nothing.
      edit={edit.error === undefined ? edit : { sheet, error: edit.error }}
      show={({ price }) => formatMoney(price)}
      onClose={onClose}
    >
      <Text size="sm" c="dimmed">
        Enter a price (9.90) or a change (+10%, -5)
      </Text>
      <SimpleGrid cols={{ base: 1, xs: Math.min(inputs.length, 3) }} spacing="sm">
        {inputs.map(({ id, label }, index) => (
          <TextInput
            key={id}
            label={
              <Group component="span" gap={6} display="inline-flex">
                <SwatchDot value={valuesById.get(id)} />
                {label}
              </Group>
            }
            leftSection={useMoney.getState().symbol}
            value={formulas[id] ?? ''}
            onChange={({ currentTarget: { value } }) => setFormulas((current) => ({ ...current, [id]: value }))}
            data-autofocus={index === 0 || undefined}
          />
        ))}
      </SimpleGrid>
    </BulkToolDialog>
  );
};

const maxDuplicatesNamed = 3;

const describeDuplicates = (duplicates: ReturnType<typeof findDuplicates>): string | undefined => {
  if (duplicates.length === 0) return undefined;
  const named = duplicates
    .slice(0, maxDuplicatesNamed)
    .map(({ variant }) => `${getVariantTitle(variant)} (${variant.sku})`);
  const others = duplicates.length > maxDuplicatesNamed ? ' and others' : '';
  return `${formatCount(duplicates.length, 'duplicate SKU')}: ${named.join(', ')}${others}`;
};

const SkuDialog = ({ keys, onClose }: ToolProps) => {
  const { sheet, getProduct } = useVariants();
  const product = getProduct();
  const attributeNames = listUsedAttributes(sheet.variants).map(({ attributeName }) => attributeName);
  const tokens = ['{sku}', '{product}', ...attributeNames.map((name) => `{${name.toLowerCase()}}`), '{n:3}'];
  const [pattern, setPattern] = useInputState(suggestPattern(attributeNames, product));
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

const textColumns = [...variantColumns, ...optionalColumns].filter(({ name }) => name !== 'imagesArr');

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

/** In CSS pixels. Images are cropped to squares. */
const imageWidth = 40;

const ImagesDialog = ({ keys, images, attribute, onClose }: ToolProps) => {
  const { sheet, valuesById } = useVariants();
  const toSource = useImageSource();
  const [chosen, setChosen] = useState<readonly VariantImage[]>([]);
  const [picked, setPicked] = useState<Readonly<Record<string, string | null>>>({});
  const [replacesExisting, setReplacesExisting] = useInputState(false);
  const [isBusy, track] = useBusy();
  const values = listValues(findVariants(sheet, keys), attribute);
  const findValueIds = (image: VariantImage): string[] => {
    const chosenId = picked[getImageId(image)];
    if (chosenId) return [chosenId];
    return images.getSources(image).flatMap((source) => matchValue(source, values)?.attributeValueId ?? []);
  };
  const add = async (added: Promise<VariantImage[]>) => {
    const files = await track(added);
    setChosen((current) => mergeImages(current, files));
  };
  const renderImages = (shown: readonly VariantImage[]) =>
    shown.map((image) => {
      const { src, info } = describeImage(image);
      return (
        <Image
          key={getImageId(image)}
          {...toSource(src, 2 * imageWidth)}
          alt={image.name ?? 'Image'}
          title={info && formatFile(info)}
          w={imageWidth}
          h={imageWidth}
          bd="1px solid var(--bo-line)"
          radius="sm"
        />
      );
    });
  const unmatched = attribute ? chosen.filter((image) => findValueIds(image).length === 0) : [];
  const imagesOf = (variant: EditableVariant) =>
    attribute ? chosen.filter((image) => findValueIds(image).some((id) => hasValue(variant, id))) : chosen;
  return (
    <BulkToolDialog
      title={titleBy('Add images', attribute)}
      applyLabel="Add images"
      keys={keys}
      edit={{ sheet: assignImages(sheet, keys, { imagesOf, replacesExisting }) }}
      onClose={onClose}
    >
      <Group
        wrap="nowrap"
        className={dialogClasses.dropzone}
        {...getDropProps((event) => void add(images.drop(event)))}
      >
        <Button
          leftSection={<IconPhotoPlus size="1rem" />}
          disabled={isBusy}
          onClick={() => void add(images.pick())}
          data-autofocus
        >
          Choose images
        </Button>
        <Text size="sm" c="dimmed">
          {attribute
            ? `or drop images or a folder. Files and subfolders are matched by name, such as ${values[0]?.attributeValueName}-1.jpg.`
            : 'or drop images or a folder'}
        </Text>
      </Group>
      {attribute ? (
        <ul aria-label="Images by value">
          {values.map(({ attributeValueId, attributeValueName }) => {
            const matched = chosen.filter((image) => findValueIds(image).includes(attributeValueId));
            return (
              <li key={attributeValueId} className={classes.match}>
                <SwatchDot value={valuesById.get(attributeValueId)} />
                <Text size="sm" w="8rem">
                  {attributeValueName}
                </Text>
                {renderImages(matched)}
                {matched.length === 0 && (
                  <Text size="sm" c="dimmed">
                    No images
                  </Text>
                )}
              </li>
            );
          })}
        </ul>
      ) : (
        <Group gap="xs">{renderImages(chosen)}</Group>
      )}
      {unmatched.map((image) => (
        <Group key={getImageId(image)} gap="sm">
          {renderImages([image])}
          <Select
            flex={1}
            label={`${image.name} matches no value`}
            placeholder="Not added"
            data={values.map(({ attributeValueId: value, attributeValueName: label }) => ({ value, label }))}
            value={null}
            onChange={(value) => setPicked((current) => ({ ...current, [getImageId(image)]: value }))}
          />
        </Group>
      ))}
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
  price: { label: 'Set price…', Dialog: PriceDialog },
  sku: { label: 'Generate SKUs…', Dialog: SkuDialog },
  replace: { label: 'Find and replace…', Dialog: ReplaceDialog },
  images: { label: 'Add images…', Dialog: ImagesDialog },
  features: { label: 'Add features…', Dialog: FeaturesDialog },
} satisfies Record<string, { label: string; Dialog: ComponentType<ToolProps> }>;

/** An open tool, and the attribute by whose values it works. */
export type OpenTool = { name: keyof typeof bulkTools; attribute?: UsedAttribute };
