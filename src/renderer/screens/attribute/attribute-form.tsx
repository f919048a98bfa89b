import { useSearchParams } from 'react-router-dom';
import { attribute } from '#shared/resources/attribute.ts';
import { routes } from '#shared/routes.ts';
import { resourceClient } from '../../resource/client.ts';
import { FormPage, FormSection } from '../../resource/form/form-page.tsx';
import { ResourceField } from '../../resource/form/resource-field.tsx';

export const AttributeForm = () => {
  const [search] = useSearchParams();
  return (
    <FormPage
      client={resourceClient(attribute)}
      id={search.get('id') ?? undefined}
      listPath={routes.attributeList}
      content={
        <FormSection title="Attribute">
          <ResourceField resource={attribute} name="name" />
        </FormSection>
      }
    />
  );
};
