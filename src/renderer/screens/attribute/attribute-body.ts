import type { AdaptCopy } from '../../resource-kit/adapt-copy.ts';
import type { Body } from '../../resource-kit/prepare-body.ts';
import { isKept, toValueRows, valuesFieldName } from './values/value-rows.ts';

/** Builds the request body. Without values, as from a server that doesn't return them, it is the specified one. */
export const attributeBody = ({ [valuesFieldName]: values, ...attributeValues }: Body): Body => {
  const rows = toValueRows(values);
  if (rows.length === 0) return attributeValues;
  return { ...attributeValues, [valuesFieldName]: rows.map(({ key, ...row }) => row) };
};

/** The copy of an attribute has new values with the same names and swatches. */
export const adaptAttributeCopy: AdaptCopy = ({ source, values }) => ({
  ...values,
  [valuesFieldName]: toValueRows(source[valuesFieldName])
    .filter(isKept)
    .map(({ name, color, image }) => ({ name, color, image })),
});
