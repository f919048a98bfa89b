import { SimpleGrid, TextInput } from '@mantine/core';
import { usePrefetchQuery, useQuery } from '@tanstack/react-query';
import type { RefObject } from 'react';
import { useController, useFormContext, useWatch } from 'react-hook-form';
import { validateProduct } from '#shared/product/validate-product.ts';
import { product, tradeFieldNames } from '#shared/resources/product.ts';
import { Field } from '../../resource-kit/form/field.tsx';
import { FormPage, FormSection } from '../../resource-kit/form/form-page.tsx';
import type { FormValues } from '../../resource-kit/form/form-values.ts';
import { SectionTabs } from '../../resource-kit/form/section-tabs.tsx';
import type { ValidateForm } from '../../resource-kit/form/use-resource-form.ts';
import { useIsFullServer } from '../../resource-kit/server-level.ts';
import { attributesQuery } from '../../resource-kit/swatch.tsx';
import { Completeness, useCompletenessRules } from './completeness/completeness-section.tsx';
import { countImages } from './images/board-changes.ts';
import { ImageBoard } from './images/image-board.tsx';
import type { unspecifiedFields } from './product-body.ts';
import { findDuplicates, variantsFieldName } from './variants/use-variants.ts';
import { toVariantSheet } from './variants/variant-sheet.ts';
import { VariantsSection } from './variants/variants-section.tsx';

const hasOnlyDigits = (text: string) => /^\d*$/.test(text);

/** Accepts digits only, including leading zeros. An imported SKU with letters stays editable. */
export const SkuField = () => {
  const { clearErrors, setError } = useFormContext<FormValues>();
  const { field, fieldState, formState } = useController<FormValues>({ name: 'sku' });
  const isDigitsOnly = hasOnlyDigits(String(formState.defaultValues?.sku ?? ''));
  return (
    <TextInput
      {...field}
      label={product.fields.sku.label}
      inputMode="numeric"
      error={fieldState.error?.message}
      value={String(field.value ?? '')}
      onPaste={(event) => {
        if (!isDigitsOnly || hasOnlyDigits(event.clipboardData.getData('text/plain').trim())) return;
        event.preventDefault();
        setError('sku', { type: 'client', message: 'Enter a SKU of digits only' });
      }}
      onChange={({ currentTarget: { value } }) => {
        if (fieldState.error) clearErrors('sku');
        field.onChange(isDigitsOnly ? value.replace(/\D/g, '') : value);
      }}
    />
  );
};

/** Checks a product in the order of the specification, then looks for repeated SKUs. */
export const validateProductForm: ValidateForm = ({ name, sku, attributeArr }) => {
  const { variants } = toVariantSheet(attributeArr);
  const errors = validateProduct({ name: String(name ?? ''), attributeArr: variants });
  if (errors.length > 0) return errors;
  const duplicates = findDuplicates(variants, String(sku ?? ''));
  return duplicates.map(({ index, message }) => ({ field: `attributeArr.${index}.sku`, message }));
};

/** Hidden where requests omit the field, because the user's input would be lost. */
const ExtraField = ({ name }: { name: (typeof unspecifiedFields)[number] }) =>
  useIsFullServer() === false ? null : <Field name={name} />;

const TradeSection = () =>
  useIsFullServer() !== false && (
    <FormSection title="Trade">
      <SimpleGrid cols={{ base: 1, sm: 2, lg: 3 }}>
        {tradeFieldNames.map((name) => (
          <Field key={name} name={name} />
        ))}
      </SimpleGrid>
    </FormSection>
  );

const ProductTabs = ({ formRef }: { formRef: RefObject<HTMLFormElement | null> }) => {
  const [variants, thumbnail] = useWatch<FormValues>({ name: [variantsFieldName, 'thumbnail'] });
  const sheet = toVariantSheet(variants);
  const tabs = [
    { section: 'Product' },
    { section: 'Variants', count: sheet.variants.length },
    { section: 'Images', count: countImages(sheet, thumbnail) },
  ];
  return <SectionTabs formRef={formRef} tabs={tabs} />;
};

export const ProductForm = () => {
  // Requested before the product, so that the form appears with all of its parts.
  usePrefetchQuery(attributesQuery);
  const attributes = useQuery(attributesQuery);
  const rules = useCompletenessRules();
  return (
    <FormPage
      resource={product}
      initialValues={(record) => ({ [variantsFieldName]: toVariantSheet(record?.[variantsFieldName]) })}
      validate={validateProductForm}
      extraLabels={{ [variantsFieldName]: 'Variants' }}
      content={
        <>
          <FormSection title="Product" fields={['name']}>
            <SimpleGrid cols={{ base: 1, sm: 2 }}>
              <SkuField />
              <ExtraField name="price" />
            </SimpleGrid>
            <Field name="description" />
          </FormSection>
          <FormSection title="Image" fields={['thumbnail']} />
        </>
      }
      sidebar={
        <>
          <FormSection title="Visibility" fields={['status']}>
            {rules && <Completeness rules={rules} />}
          </FormSection>
          <FormSection title="Organisation" fields={['categoryId', 'subCategoryId']}>
            <ExtraField name="isBestSeller" />
          </FormSection>
          <FormSection title="Details">
            <ExtraField name="materialType" />
            <Field name="specification" />
          </FormSection>
        </>
      }
      fullWidth={
        <>
          <VariantsSection attributes={attributes}>
            <ImageBoard />
          </VariantsSection>
          <TradeSection />
        </>
      }
      Tabs={ProductTabs}
    />
  );
};
