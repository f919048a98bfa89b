import type { Body } from '../../resource-kit/declared-screens.ts';
import { toValueRows, valuesFieldName } from './values/value-rows.ts';

/** Builds the request body. Without values, as from a server that doesn't return them, it is the specified one. */
export const attributeBody = ({ [valuesFieldName]: values, ...attributeValues }: Body): Body => {
  const rows = toValueRows(values);
  if (rows.length === 0) return attributeValues;
  return { ...attributeValues, [valuesFieldName]: rows.map(({ key, ...row }) => row) };
};
