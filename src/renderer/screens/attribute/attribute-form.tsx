import { generatePath, useParams, useSearchParams } from 'react-router-dom';
import { attribute } from '#shared/resources/attribute.ts';
import { attributeValue, duplicateValueMessage } from '#shared/resources/attribute-value.ts';
import type { AdaptCopy, Body } from '../../resource-kit/declared-screens.ts';
import { UniqueNameField } from '../../resource-kit/form/duplicate-name.tsx';
import { FormPage, FormSection } from '../../resource-kit/form/form-page.tsx';
import type { MergeLists } from '../../resource-kit/form/use-merge.ts';
import { isKept, mergeValueRows, toValueRows, valuesFieldName } from './values/value-rows.ts';
import { ValuesSection } from './values/values-section.tsx';

const sentNames = ['_id', 'version', 'name', 'color', 'image', 'imageAlt', 'isRemoved', 'replacementId'] as const;

/** Builds the request body. Without values, as from a server that doesn't return them, it is the specified one. */
export const attributeBody = ({ [valuesFieldName]: values, ...attributeValues }: Body): Body => {
  const rows = toValueRows(values);
  if (rows.length === 0) return attributeValues;
  const sent = rows.map((row) => Object.fromEntries(sentNames.map((name) => [name, row[name]])));
  return { ...attributeValues, [valuesFieldName]: sent };
};

/** The copy of an attribute has new values with the same names and swatches. */
export const adaptAttributeCopy: AdaptCopy = ({ source, values }) => ({
  ...values,
  [valuesFieldName]: toValueRows(source[valuesFieldName])
    .filter(isKept)
    .map(({ name, color, image }) => ({ name, color, image })),
});

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
          <FormSection title="Attribute" fields={['name']} />
          <ValuesSection />
        </>
      }
    />
  );
};
