import { SimpleGrid } from '@mantine/core';
import { product } from '#shared/resources/product.ts';
import { useCapability } from '../../resource/capabilities.ts';
import { Field } from '../../resource/form/field.tsx';
import { FormPage, FormSection, StatusSection } from '../../resource/form/form-page.tsx';
import type { unsentNames } from './product-body.ts';
import { variantsName } from './sheet/use-variants.ts';
import { sheetOf } from './sheet/variant-sheet.ts';
import { SkuField } from './sku-field.tsx';
import { validateProduct } from './validate-product.ts';
import { VariantsSection } from './variants/variants-section.tsx';

/** The input of a field that some servers are never sent: hidden there, so that its value isn’t lost. */
const ExtraField = ({ name }: { name: (typeof unsentNames)[number] }) =>
  useCapability('productImage') === false ? null : <Field name={name} />;

export const ProductForm = () => (
  <FormPage
    resource={product}
    initial={(record) => ({ [variantsName]: sheetOf(record?.[variantsName]) })}
    validate={validateProduct}
    content={
      <FormSection title="Product">
        <Field name="name" />
        <SimpleGrid cols={{ base: 1, sm: 2 }}>
          <SkuField />
          <ExtraField name="price" />
        </SimpleGrid>
        <Field name="description" />
        <Field name="specification" />
      </FormSection>
    }
    aside={
      <>
        <StatusSection />
        <FormSection title="Organisation">
          <Field name="categoryId" />
          <Field name="subCategoryId" />
          <ExtraField name="materialType" />
          <ExtraField name="isBestSeller" />
        </FormSection>
        <FormSection title="Image">
          <Field name="thumbnail" />
        </FormSection>
      </>
    }
    below={<VariantsSection />}
  />
);
