import { generatePath, useParams } from 'react-router-dom';
import { attributeValue, duplicateValueText } from '#shared/resources/attribute-value.ts';
import { UniqueNameField } from '../../resource/form/duplicate-name.tsx';
import { FormPage, FormSection } from '../../resource/form/form-page.tsx';

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
              text: duplicateValueText(String(attributeName), String(name)),
              to: `${generatePath(attributeValue.paths.form, { attributeId })}/${_id}`,
            })}
          />
        </FormSection>
      }
    />
  );
};
