import { generatePath, useSearchParams } from 'react-router-dom';
import { attribute } from '#shared/resources/attribute.ts';
import { attributeValue } from '#shared/resources/attribute-value.ts';
import { UniqueNameField } from '../../resource-kit/form/duplicate-name.tsx';
import { FormPage, FormSection } from '../../resource-kit/form/form-page.tsx';
import type { MergeLists } from '../../resource-kit/form/use-merge-changes.ts';
import { mergeValueRows } from './values/merge-value-rows.ts';
import { toValueRows, valuesFieldName } from './values/value-rows.ts';
import { ValuesSection } from './values/values-section.tsx';

const mergeLists: MergeLists = ({ base, theirs, mine }) => {
  const { rows, hasConflict } = mergeValueRows({
    base: toValueRows(base[valuesFieldName]),
    theirs: toValueRows(theirs[valuesFieldName]),
    mine: toValueRows(mine[valuesFieldName]),
  });
  return {
    base: hasConflict ? base : { ...base, [valuesFieldName]: theirs[valuesFieldName] },
    mine: { ...mine, [valuesFieldName]: rows },
  };
};

/** Warns about a duplicate name without an error, because the server accepts duplicates. */
export const AttributeForm = () => {
  const [search] = useSearchParams();
  return (
    <FormPage
      resource={attribute}
      id={search.get('id') ?? undefined}
      initialValues={(record) => ({ [valuesFieldName]: toValueRows(record?.[valuesFieldName]) })}
      mergeLists={mergeLists}
      extraLabels={{ [valuesFieldName]: 'Values' }}
      content={
        <>
          <FormSection title="Attribute">
            <UniqueNameField
              isError={false}
              explain={({ _id, name }) => ({
                text: `An attribute named ${name} already exists`,
                to: generatePath(attributeValue.paths.list, { attributeId: _id }),
              })}
            />
          </FormSection>
          <ValuesSection />
        </>
      }
    />
  );
};
