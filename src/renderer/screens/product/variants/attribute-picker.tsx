import { Anchor, Box, Button, Checkbox, Group, Skeleton, Stack, Text } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import type { UseQueryResult } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router-dom';
import { countCombinations, generateVariants, isFilled, maxVariants } from '#shared/product/generate-variants.ts';
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
import { Swatch } from '../../../resource-kit/swatch.tsx';
import { keepDraftState } from '../../../resource-kit/use-unsaved-changes-guard.ts';
import { openConfirm, openNotice } from '../../../ui/confirm.tsx';
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

const AttributeFieldset = ({
  attribute: { _id: attributeId, name, attributeValueArr },
  select,
  onValueAdded,
}: {
  attribute: AttributeWithValues;
  /** Takes a function of the latest selection, as clicks can be faster than rendering. */
  select: (change: SelectionChange) => Promise<void>;
  onValueAdded: (name: string) => Promise<void>;
}) => {
  const { sheet, isReadOnly } = useVariants();
  const can = useCan(attributeValue.name);
  const [isAdding, setIsAdding] = useState(false);
  const checked = sheet.selection[attributeId];
  const valueIds = attributeValueArr.map(({ _id }) => _id);
  const areAllChecked = valueIds.every((id) => checked?.includes(id));
  const selectValues = (ids: readonly string[], isChecked: boolean) =>
    void select((latest) => setValuesChecked(latest, { attributeId, valueIds: ids, isChecked }));
  const addLabel = `Add a value to ${name}`;
  return (
    <Box component="fieldset" miw={0} m={0} p={0} bd={0} disabled={isReadOnly}>
      <legend className="bo-visually-hidden">{name}</legend>
      <Group gap="sm">
        <Checkbox
          label={name}
          fw={600}
          checked={checked !== undefined}
          onChange={({ currentTarget: { checked: isChecked } }) =>
            void select((latest) => setAttributeChecked(latest, attributeId, isChecked))
          }
        />
        {checked && valueIds.length > 1 && (
          <Button
            variant="subtle"
            size="compact-xs"
            aria-label={`${areAllChecked ? 'Clear' : 'Select'} all ${name} values`}
            onClick={() => selectValues(valueIds, !areAllChecked)}
          >
            {areAllChecked ? 'Clear' : 'Select all'}
          </Button>
        )}
      </Group>
      {checked && (
        <div className={classes.values}>
          {attributeValueArr.map((value) => (
            <Checkbox
              key={value._id}
              label={
                <Group component="span" gap={6} wrap="nowrap">
                  <Swatch value={value} />
                  <span>{value.name}</span>
                </Group>
              }
              checked={checked.includes(value._id)}
              onChange={({ currentTarget }) => selectValues([value._id], currentTarget.checked)}
            />
          ))}
          {valueIds.length === 0 && (
            <Text size="sm" c="dimmed" style={{ gridColumn: '1 / -1' }}>
              No values yet
            </Text>
          )}
          {!isReadOnly && can('create') && (
            <Group>
              <Button
                variant="subtle"
                size="compact-xs"
                leftSection={<IconPlus size="0.875rem" aria-hidden />}
                aria-label={addLabel}
                onClick={() => setIsAdding(true)}
              >
                Add a value
              </Button>
            </Group>
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
      )}
    </Box>
  );
};

export const AttributePicker = ({ attributes }: { attributes: UseQueryResult<AttributeWithValues[]> }) => {
  const { sheet, getSheet, change, undo, undoLabel, isReadOnly } = useVariants();
  const can = useCan(attribute.name);
  if (attributes.isLoadingError) return <QueryError query={attributes} />;
  if (!attributes.data) return <Skeleton height="5rem" />;
  if (attributes.data.length === 0) {
    return (
      <Text size="sm">
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
    const generate = (currentSheet: VariantSheet) =>
      generateVariants({
        before: currentSheet,
        attributes: known,
        selection: changeSelection(currentSheet.selection),
        includeRemoved,
      });
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
  return (
    <div>
      <Stack gap={12}>
        {attributes.data.map((attributeWithValues) => (
          <AttributeFieldset
            key={attributeWithValues._id}
            attribute={attributeWithValues}
            select={select}
            onValueAdded={(name) => selectAdded(attributeWithValues._id, name)}
          />
        ))}
      </Stack>
      <Group gap="sm" mt="sm" className={classes.outcome}>
        {sheet.variants.length === 0 && <Text size="sm">Select attributes and values to create variants</Text>}
        {sheet.variants.length === 0 && undoLabel !== null && (
          <Button size="compact-xs" disabled={isReadOnly} onClick={undo}>
            Undo
          </Button>
        )}
        {missingCount > 0 && (
          <Button
            size="compact-xs"
            disabled={isReadOnly}
            onClick={() => void select((latest) => latest, { includeRemoved: true })}
          >
            {`Add ${formatCount(missingCount, 'missing variant')}`}
          </Button>
        )}
      </Group>
    </div>
  );
};
