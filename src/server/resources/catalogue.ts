import { normalizeLine } from '#shared/normalize-text.ts';
import { fileDataUrlPattern } from '#shared/uploads.ts';
import type { Row } from '../database/tables.ts';
import { validationError } from '../lib/app-error.ts';
import type { Extension } from '../records/extension.ts';

const maxLength = 500;
const maxPrefix = 2048;

const getPdfName = ({ pdf }: Row): string => {
  const fileName = typeof pdf === 'string' ? fileDataUrlPattern.exec(pdf.slice(0, maxPrefix))?.[1] : undefined;
  const file = fileName?.split(/[\\/]/).at(-1) ?? '';
  return normalizeLine(file.replace(/\.pdf$/i, '')).slice(0, maxLength);
};

/** The specification's form sends no name. */
const withName = (values: Row): Row => {
  const name = values.name || getPdfName(values);
  if (!name) throw validationError([{ field: 'name', message: 'Enter a name or choose a PDF' }]);
  return { ...values, name };
};

export const catalogueExtension: Extension = {
  hooks: {
    completeInput: (values, { isNew }) => (isNew || values.name === '' ? withName(values) : values),
  },
};
