import { NativeSelect, Stack, TextInput } from '@mantine/core';
import { statusOptions } from '#shared/resource-kit/labels.ts';
import { normalizePriceFormula, parsePriceFormula, priceFormulaMessage } from '#shared/resource-kit/price-formula.ts';
import { product } from '#shared/resources/product.ts';
import { useSelectOptions } from '../../../resource-kit/kinds/reference-options.ts';
import { getClearButtonProps, SearchSelect } from '../../../ui/search-select.tsx';

/** An empty string leaves a field unchanged. */
export const emptyBulkEdit = { categoryId: '', subCategoryId: '', status: '', price: '', isBestSeller: '' };

type BulkEditValues = typeof emptyBulkEdit;

/** No category; shorter than any id. */
export const noneValue = '-';

const toReference = (value: string): string | null => (value === noneValue ? null : value);

export const toUpdateValues = ({ categoryId, subCategoryId, status, price, isBestSeller }: BulkEditValues) => ({
  ...(categoryId && { categoryId: toReference(categoryId) }),
  ...(subCategoryId && { subCategoryId: toReference(subCategoryId) }),
  ...(status && { status }),
  ...(price.trim() && { price: normalizePriceFormula(price) }),
  ...(isBestSeller && { isBestSeller: isBestSeller === 'yes' }),
});

export const validatePrice = (price: string): string | null =>
  price.trim() === '' || parsePriceFormula(normalizePriceFormula(price)) ? null : priceFormulaMessage;

export const canPreview = (edit: BulkEditValues): boolean =>
  Object.keys(toUpdateValues(edit)).length > 0 && validatePrice(edit.price) === null;

const noChangeLabel = 'No change';
const referenceProps = (name: string, value: string) => ({
  placeholder: noChangeLabel,
  value: value || null,
  clearable: true,
  clearButtonProps: getClearButtonProps(`Clear ${name}`),
});
const { categoryId, subCategoryId, status, price, isBestSeller } = product.fields;

export const EditFields = ({ edit, onChange }: { edit: BulkEditValues; onChange: (edit: BulkEditValues) => void }) => {
  const categories = useSelectOptions('category', {
    selected: edit.categoryId === noneValue ? null : edit.categoryId || null,
  });
  const hasCategory = edit.categoryId !== '' && edit.categoryId !== noneValue;
  const subCategories = useSelectOptions('subCategory', {
    filters: { categoryId: edit.categoryId },
    isEnabled: hasCategory,
    selected: edit.subCategoryId === noneValue ? null : edit.subCategoryId || null,
  });
  const change = (changed: Partial<BulkEditValues>) => onChange({ ...edit, ...changed });
  return (
    <Stack gap="md">
      <SearchSelect
        {...referenceProps('category', edit.categoryId)}
        {...categories.search}
        label={categoryId.label}
        data={[{ value: noneValue, label: 'No category' }, ...(categories.data ?? [])]}
        data-autofocus
        onChange={(value) => change({ categoryId: value ?? '', subCategoryId: value === noneValue ? noneValue : '' })}
      />
      <SearchSelect
        {...referenceProps('sub category', edit.subCategoryId)}
        {...subCategories.search}
        label={subCategoryId.label}
        description={hasCategory ? undefined : 'Select a category first'}
        data={[{ value: noneValue, label: 'No sub category' }, ...(hasCategory ? (subCategories.data ?? []) : [])]}
        onChange={(value) => change({ subCategoryId: value ?? '' })}
      />
      <NativeSelect
        label={status.label}
        data={[{ value: '', label: noChangeLabel }, ...statusOptions]}
        value={edit.status}
        onChange={(event) => change({ status: event.currentTarget.value })}
      />
      <TextInput
        label={price.label}
        placeholder={noChangeLabel}
        description="Enter a price (9.90) or a change (+10%, -5). Variant prices aren’t changed."
        error={validatePrice(edit.price)}
        value={edit.price}
        onChange={(event) => change({ price: event.currentTarget.value })}
      />
      <NativeSelect
        label={isBestSeller.label}
        data={[
          { value: '', label: noChangeLabel },
          { value: 'yes', label: 'Yes' },
          { value: 'no', label: 'No' },
        ]}
        value={edit.isBestSeller}
        onChange={(event) => change({ isBestSeller: event.currentTarget.value })}
      />
    </Stack>
  );
};
