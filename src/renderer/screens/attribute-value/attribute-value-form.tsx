import { generatePath, useParams } from 'react-router-dom';
import { attributeValue } from '#shared/resources/attribute-value.ts';
import { routes } from '#shared/routes.ts';
import { resourceClient } from '../../resource/client.ts';
import { FormPage, FormSection } from '../../resource/form/form-page.tsx';
import { ResourceField } from '../../resource/form/resource-field.tsx';

export const AttributeValueForm = () => {
  const { attributeId = '' } = useParams();
  return (
    <FormPage
      client={resourceClient(attributeValue)}
      listPath={generatePath(routes.attributeValueList, { attributeId })}
      initial={{ attributeId }}
      content={
        <FormSection title="Attribute value">
          <ResourceField resource={attributeValue} name="name" />
        </FormSection>
      }
    />
  );
};
