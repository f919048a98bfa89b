import { useParams } from 'react-router-dom';
import { subCategory } from '#shared/resources/sub-category.ts';
import { FormPage, FormSection, StatusSection } from '../../resource/form/form-page.tsx';
import { ResourceField } from '../../resource/form/resource-field.tsx';

export const SubCategoryForm = () => {
  const { categoryId = '' } = useParams();
  return (
    <FormPage
      resource={subCategory}
      initial={{ categoryId }}
      content={
        <FormSection title="Sub category">
          <ResourceField resource={subCategory} name="categoryId" />
          <ResourceField resource={subCategory} name="name" />
          <ResourceField resource={subCategory} name="description" />
        </FormSection>
      }
      aside={<StatusSection resource={subCategory} />}
    />
  );
};
