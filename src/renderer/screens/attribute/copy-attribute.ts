import type { AdaptCopy } from '../../resource-kit/declared-screens.ts';
import { isKept, toValueRows, valuesFieldName } from './values/value-rows.ts';

/** The copy of an attribute has new values with the same names and swatches. */
export const adaptAttributeCopy: AdaptCopy = ({ source, values }) => ({
  ...values,
  [valuesFieldName]: toValueRows(source[valuesFieldName])
    .filter(isKept)
    .map(({ name, color, image }) => ({ name, color, image })),
});
