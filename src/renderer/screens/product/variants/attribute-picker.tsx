import { Anchor, Badge, Box, Button, Menu, Skeleton, Text, Title } from '@mantine/core';
import { IconCheck, IconPlus, IconX } from '@tabler/icons-react';
import type { UseQueryResult } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { countCombinations, generateVariants, isFilled, maxVariants } from '#shared/product/generate-variants.ts';
import { clearSuggestedSkus, fillSkus } from '#shared/product/skus.ts';
import {
  type AttributeSelection,
  type AttributeWithValues,
  setAttributeChecked,
  setValuesChecked,
} from '#shared/product/variant-draft.ts';
import { formatCount } from '#shared/resource-kit/labels.ts';
import { attribute } from '#shared/resources/attribute.ts';
import { attributeValue } from '#shared/resources/attribute-value.ts';
import { LazyRelatedRecord } from '../../../resource-kit/kinds/related-record.tsx';
import { QueryError } from '../../../resource-kit/query-error.tsx';
import { useCan } from '../../../resource-kit/session-store.ts';
import { SwatchDot } from '../../../resource-kit/swatch.tsx';
import { keepDraftState } from '../../../resource-kit/use-unsaved-changes-guard.ts';
import { openConfirm, openNotice } from '../../../ui/confirm.tsx';
import { IconButton } from '../../../ui/icon-button.tsx';
import { useVariants } from './use-variants.ts';
import { VariantSheet } from './variant-sheet.ts';
import classes from './variants-section.module.css';

/** Creating more variants than this needs confirmation. */
const confirmThreshold = 500;

const explainLimit = (count: number): void =>
  openNotice({
    title: 'Too many variants',
    size: 'sm',
    content: () => (
      <Text>
        {`You’ve selected ${formatCount(count, 'variant')}. A product can have up to ${maxVariants.toLocaleString('en')}. Clear some values.`}
      </Text>
    ),
  });

const describeFilled = ({ count, filledCount }: { count: number; filledCount: number }): string => {
  if (count === 1) return 'It has images, a price, a SKU or other details.';
  const details = 'images, prices, SKUs or other details';
  if (filledCount === count) return `They have ${details}.`;
  return `${filledCount.toLocaleString('en')} ${filledCount === 1 ? 'has' : 'have'} ${details}.`;
};

const hiddenValueFields = Object.keys(attributeValue.fields).filter((name) => name !== attributeValue.titleField);

type SelectionChange = (selection: AttributeSelection) => AttributeSelection;

const AttributeRow = ({
  attribute: { _id: attributeId, name, attributeValueArr },
  checked,
  select,
  onValueAdded,
}: {
  attribute: AttributeWithValues;
  checked: readonly string[];
  /** Takes a function of the latest selection, as clicks can be faster than rendering. */
  select: (change: SelectionChange) => Promise<void>;
  onValueAdded: (name: string) => Promise<void>;
}) => {
  const { isReadOnly } = useVariants();
  const can = useCan(attributeValue.name);
  const [isAdding, setIsAdding] = useState(false);
  const valueIds = attributeValueArr.map(({ _id }) => _id);
  const checkedCount = valueIds.filter((id) => checked.includes(id)).length;
  const areAllChecked = checkedCount === valueIds.length;
  const selectValues = (ids: readonly string[], isChecked: boolean) =>
    void select((latest) => setValuesChecked(latest, { attributeId, valueIds: ids, isChecked }));
  const addLabel = `Add a value to ${name}`;
  return (
    <Box component="fieldset" className={classes.attribute} disabled={isReadOnly}>
      <legend className="bo-visually-hidden">{name}</legend>
      <div className={classes.attributeName}>
        <span>{name}</span>
        <span className={classes.attributeCount}>{`${checkedCount} of ${valueIds.length}`}</span>
      </div>
      <div className={classes.values}>
        {attributeValueArr.map((value) => {
          const isChecked = checked.includes(value._id);
          const hasSwatch = Boolean(value.color || value.image);
          return (
            <label key={value._id} className={classes.chip}>
              <input
                type="checkbox"
                checked={isChecked}
                onChange={({ currentTarget }) => selectValues([value._id], currentTarget.checked)}
              />
              {hasSwatch && <SwatchDot value={value} />}
              {!hasSwatch && isChecked && <IconCheck size="0.875rem" aria-hidden />}
              {value.name}
            </label>
          );
        })}
        {valueIds.length > 1 && (
          <button
            type="button"
            className={classes.chip}
            data-dashed
            aria-label={`${areAllChecked ? 'Clear' : 'Select'} all ${name} values`}
            onClick={() => selectValues(valueIds, !areAllChecked)}
          >
            {areAllChecked ? 'Clear' : 'Select all'}
          </button>
        )}
        {!isReadOnly && can('create') && (
          <button
            type="button"
            className={classes.chip}
            data-dashed
            aria-label={addLabel}
            onClick={() => setIsAdding(true)}
          >
            <IconPlus size="0.875rem" aria-hidden />
            Add a value
          </button>
        )}
        {isAdding && (
          <LazyRelatedRecord
            resource={attributeValue}
            title={addLabel}
            initialValues={{ attributeId }}
            hiddenFields={hiddenValueFields}
            onClose={() => setIsAdding(false)}
            onSaved={({ title }) => {
              setIsAdding(false);
              void onValueAdded(title);
            }}
          />
        )}
      </div>
      <IconButton
        label={`Remove ${name}`}
        icon={<IconX size="1rem" />}
        onClick={() => void select((latest) => setAttributeChecked(latest, attributeId, false))}
      />
    </Box>
  );
};

export const AttributePicker = ({ attributes }: { attributes: UseQueryResult<AttributeWithValues[]> }) => {
  const { sheet, getSheet, change, undo, undoLabel, isReadOnly, getProduct } = useVariants();
  const can = useCan(attribute.name);
  if (attributes.isLoadingError) return <QueryError query={attributes} />;
  if (!attributes.data) return <Skeleton height="5rem" m="md" />;
  if (attributes.data.length === 0) {
    return (
      <Text size="sm" className={classes.head}>
        {'No attributes yet. '}
        {can('create') && (
          <>
            <Anchor component={Link} to={attribute.paths.add} state={keepDraftState} inherit>
              Add an attribute
            </Anchor>
            {' with values to create variants.'}
          </>
        )}
      </Text>
    );
  }
  const count = countCombinations(attributes.data, sheet.selection);
  const generatedVariants = sheet.variants.filter(({ attributeValueArr }) => attributeValueArr.length > 0);
  const missingCount = Math.max(count - generatedVariants.length, 0);
  const select = async (changeSelection: SelectionChange, { includeRemoved = false, known = attributes.data } = {}) => {
    const latest = getSheet();
    const combinationCount = countCombinations(known, changeSelection(latest.selection));
    if (combinationCount > maxVariants) return explainLimit(combinationCount);
    const product = getProduct();
    const generate = (currentSheet: VariantSheet) => {
      const generated = generateVariants({
        before: { ...currentSheet, variants: clearSuggestedSkus(currentSheet.variants, product) },
        attributes: known,
        selection: changeSelection(currentSheet.selection),
        includeRemoved,
      });
      return { ...generated, variants: fillSkus(generated.variants, product) };
    };
    const { variants, removed } = generate(latest);
    const create = `Create ${formatCount(variants.length, 'variant')}`;
    const isLarge = variants.length > Math.max(confirmThreshold, latest.variants.length);
    if (isLarge && !(await openConfirm({ title: `${create}?`, confirmLabel: create }))) return;
    const remove = `Remove ${formatCount(removed.length, 'variant')}`;
    const filledCount = removed.filter(isFilled).length;
    const message = `${describeFilled({ count: removed.length, filledCount })} You can undo this until you leave the form.`;
    const isLoss = filledCount > 0;
    if (isLoss && !(await openConfirm({ title: `${remove}?`, message, confirmLabel: remove, isDestructive: true })))
      return;
    change(removed.length > 0 ? remove : create, (currentSheet) => new VariantSheet(generate(currentSheet)));
  };
  const selectAdded = async (attributeId: string, name: string) => {
    const { data: known = [] } = await attributes.refetch();
    const values = known.find(({ _id }) => _id === attributeId)?.attributeValueArr ?? [];
    const valueIds = values.filter((value) => value.name === name).map(({ _id }) => _id);
    await select((latest) => setValuesChecked(latest, { attributeId, valueIds, isChecked: true }), { known });
  };
  const used = attributes.data.filter(({ _id }) => sheet.selection[_id] !== undefined);
  const unused = attributes.data.filter(({ _id }) => sheet.selection[_id] === undefined);
  const valueCounts = used.map(({ _id }) => sheet.selection[_id]?.length ?? 0).filter((size) => size > 0);
  const { length: variantCount } = sheet.variants;
  return (
    <>
      <div className={classes.head}>
        <Title order={2}>Variants</Title>
        {variantCount > 0 && <Badge className="bo-tabular">{variantCount.toLocaleString('en')}</Badge>}
        <Text size="xs" c="dimmed" className="bo-tabular" ms="auto">
          {valueCounts.length > 1 && valueCounts.join(' × ')}
        </Text>
        {missingCount > 0 && (
          <Button
            size="xs"
            disabled={isReadOnly}
            onClick={() => void select((latest) => latest, { includeRemoved: true })}
          >
            {`Add ${formatCount(missingCount, 'missing variant')}`}
          </Button>
        )}
        {unused.length > 0 && (
          <Menu position="bottom-end">
            <Menu.Target>
              <Button size="xs" leftSection={<IconPlus size="0.875rem" />} disabled={isReadOnly}>
                Add attribute
              </Button>
            </Menu.Target>
            <Menu.Dropdown mah="20rem" style={{ overflowY: 'auto' }}>
              {unused.map(({ _id, name }) => (
                <Menu.Item key={_id} onClick={() => void select((latest) => setAttributeChecked(latest, _id, true))}>
                  {name}
                </Menu.Item>
              ))}
            </Menu.Dropdown>
          </Menu>
        )}
      </div>
      {used.map((attributeWithValues) => (
        <AttributeRow
          key={attributeWithValues._id}
          attribute={attributeWithValues}
          checked={sheet.selection[attributeWithValues._id] ?? []}
          select={select}
          onValueAdded={(name) => selectAdded(attributeWithValues._id, name)}
        />
      ))}
      {variantCount === 0 && (
        <div className={classes.attribute}>
          <Text size="sm" c="dimmed">
            {used.length === 0
              ? 'Add an attribute such as Colour to create variants'
              : 'Select values to create variants'}
          </Text>
          {undoLabel !== null && (
            <Button size="compact-xs" disabled={isReadOnly} onClick={undo}>
              Undo
            </Button>
          )}
        </div>
      )}
    </>
  );
};
