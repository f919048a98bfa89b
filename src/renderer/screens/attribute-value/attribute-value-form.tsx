import { generatePath, useParams } from 'react-router-dom';
import { attributeValue, duplicateValueText } from '#shared/resources/attribute-value.ts';
import { DuplicateNameNotice, useDuplicateName } from '../../resource/form/duplicate-name.tsx';
import { Field } from '../../resource/form/field.tsx';
import { FormPage, FormSection } from '../../resource/form/form-page.tsx';

const NameField = ({ attributeId }: { attributeId: string }) => {
  const duplicate = useDuplicateName({ attributeId });
  const notice = duplicate && {
    isError: true,
    content: (
      <DuplicateNameNotice
        text={duplicateValueText(String(duplicate.attributeName), String(duplicate.name))}
        to={`${generatePath(attributeValue.paths.form, { attributeId })}/${duplicate._id}`}
      />
    ),
  };
  return <Field name="name" notice={notice} />;
};

export const AttributeValueForm = () => {
  const { attributeId = '' } = useParams();
  return (
    <FormPage
      resource={attributeValue}
      content={
        <FormSection title="Attribute value">
          <NameField attributeId={attributeId} />
        </FormSection>
      }
    />
  );
};
