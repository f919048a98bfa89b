import { generatePath, useSearchParams } from 'react-router-dom';
import { attribute } from '#shared/resources/attribute.ts';
import { attributeValue } from '#shared/resources/attribute-value.ts';
import { DuplicateNameNotice, useDuplicateName } from '../../resource/form/duplicate-name.tsx';
import { Field } from '../../resource/form/field.tsx';
import { FormPage, FormSection } from '../../resource/form/form-page.tsx';

/** Warns about a duplicate name without an error, because the server accepts duplicates. */
const NameField = () => {
  const duplicate = useDuplicateName();
  const notice = duplicate && {
    isError: false,
    content: (
      <DuplicateNameNotice
        text={`An attribute named ${duplicate.name} already exists`}
        to={generatePath(attributeValue.paths.list, { attributeId: duplicate._id })}
      />
    ),
  };
  return <Field name="name" notice={notice} />;
};

export const AttributeForm = () => {
  const [search] = useSearchParams();
  return (
    <FormPage
      resource={attribute}
      id={search.get('id') ?? undefined}
      content={
        <FormSection title="Attribute">
          <NameField />
        </FormSection>
      }
    />
  );
};
