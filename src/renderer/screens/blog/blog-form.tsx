import { blogs } from '#shared/resources/blogs.ts';
import { FormPage, FormSection } from '../../resource/form/form-page.tsx';
import { ResourceField } from '../../resource/form/resource-field.tsx';

export const BlogForm = () => (
  <FormPage
    resource={blogs}
    content={
      <FormSection title="Blog">
        <ResourceField resource={blogs} name="title" />
        <ResourceField resource={blogs} name="description" />
      </FormSection>
    }
    aside={
      <FormSection title="Details">
        <ResourceField resource={blogs} name="author" />
        <ResourceField resource={blogs} name="image" />
      </FormSection>
    }
  />
);
