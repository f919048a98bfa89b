import { generatePath, useParams } from 'react-router-dom';
import { attributeValue, duplicateValueMessage } from '#shared/resources/attribute-value.ts';
import { UniqueNameField } from '../../resource-kit/form/duplicate-name.tsx';
import { FormPage, FormSection } from '../../resource-kit/form/form-page.tsx';

export const AttributeValueForm = () => {
  const { attributeId = '' } = useParams();
  return (
    <FormPage
      resource={attributeValue}
      content={
        <FormSection title="Attribute value">
          <UniqueNameField
            filters={{ attributeId }}
            isError
            explain={({ _id, name, attributeName }) => ({
              text: duplicateValueMessage(String(attributeName), String(name)),
              to: `${generatePath(attributeValue.paths.form, { attributeId })}/${_id}`,
            })}
          />
        </FormSection>
      }
    />
  );
};
