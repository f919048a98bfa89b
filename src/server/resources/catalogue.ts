import { fileDataUrlPattern } from '#shared/uploads.ts';
import type { Row } from '../database/tables.ts';
import { invalid } from '../lib/app-error.ts';
import type { Extension } from '../records/extension.ts';

const maxLength = 500;
const maxPrefix = 2048;

const nameOfPdf = ({ pdf }: Row): string => {
  const sent = typeof pdf === 'string' ? fileDataUrlPattern.exec(pdf.slice(0, maxPrefix))?.[1] : undefined;
  const file = sent?.split(/[\\/]/).at(-1) ?? '';
  return file
    .replace(/\.pdf$/i, '')
    .replace(/\p{C}/gu, '')
    .trim()
    .slice(0, maxLength);
};

/** The specification's form sends no name. */
const named = (values: Row): Row => {
  const name = values.name || nameOfPdf(values);
  if (!name) throw invalid([{ field: 'name', message: 'Enter a name or choose a PDF' }]);
  return { ...values, name };
};

export const catalogueExtension: Extension = {
  rules: {
    receive: (values, { isNew }) => (isNew || values.name === '' ? named(values) : values),
  },
};
