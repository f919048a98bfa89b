import { generatePath, useSearchParams } from 'react-router-dom';
import { attribute } from '#shared/resources/attribute.ts';
import { attributeValue } from '#shared/resources/attribute-value.ts';
import { UniqueNameField } from '../../resource-kit/form/duplicate-name.tsx';
import { FormPage, FormSection } from '../../resource-kit/form/form-page.tsx';

/** Warns about a duplicate name without an error, because the server accepts duplicates. */
export const AttributeForm = () => {
  const [search] = useSearchParams();
  return (
    <FormPage
      resource={attribute}
      id={search.get('id') ?? undefined}
      content={
        <FormSection title="Attribute">
          <UniqueNameField
            isError={false}
            explain={({ _id, name }) => ({
              text: `An attribute named ${name} already exists`,
              to: generatePath(attributeValue.paths.list, { attributeId: _id }),
            })}
          />
        </FormSection>
      }
    />
  );
};
