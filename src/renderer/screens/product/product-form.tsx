import { SimpleGrid } from '@mantine/core';
import { product } from '#shared/resources/product.ts';
import { routes } from '#shared/routes.ts';
import { FormPage, FormSection, StatusSection } from '../../resource/form/form-page.tsx';
import { ResourceField } from '../../resource/form/resource-field.tsx';
import { productClient } from './product-client.ts';
import { SkuField } from './sku-field.tsx';
import { validateProduct } from './validate-product.ts';
import { variantsName } from './variants/use-variants.ts';
import { sheetOf } from './variants/variant-sheet.ts';
import { VariantsSection } from './variants/variants-section.tsx';

export const ProductForm = () => (
  <FormPage
    client={productClient}
    initial={(record) => ({ [variantsName]: sheetOf(record?.[variantsName]) })}
    listPath={routes.productList}
    validate={validateProduct}
    content={
      <FormSection title="Product">
        <ResourceField resource={product} name="name" />
        <SimpleGrid cols={{ base: 1, sm: 2 }}>
          <SkuField />
          <ResourceField resource={product} name="price" />
        </SimpleGrid>
        <ResourceField resource={product} name="description" />
        <ResourceField resource={product} name="specification" />
      </FormSection>
    }
    aside={
      <>
        <StatusSection resource={product} />
        <FormSection title="Organisation">
          <ResourceField resource={product} name="categoryId" />
          <ResourceField resource={product} name="subCategoryId" />
          <ResourceField resource={product} name="materialType" />
          <ResourceField resource={product} name="isBestSeller" />
        </FormSection>
        <FormSection title="Picture">
          <ResourceField resource={product} name="thumbnail" />
        </FormSection>
      </>
    }
    below={<VariantsSection />}
  />
);
