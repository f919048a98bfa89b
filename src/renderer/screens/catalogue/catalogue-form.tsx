import { useEffect, useRef } from 'react';
import { useFormContext } from 'react-hook-form';
import { catalogue } from '#shared/resources/catalogue.ts';
import { isLocalFile } from '../../platform/local-files.ts';
import { FormField } from '../../resource-kit/form/duplicate-name.tsx';
import { FormPage, FormSection } from '../../resource-kit/form/form-page.tsx';
import type { FormValues } from '../../resource-kit/form/form-values.ts';

/** Follows the PDF's file name until the user types a different name. */
const NameField = () => {
  const { watch, getValues, setValue } = useFormContext<FormValues>();
  const pdf = watch('pdf');
  const suggestedName = useRef('');
  useEffect(() => {
    if (!isLocalFile(pdf) || getValues('name') !== suggestedName.current) return;
    suggestedName.current = pdf.name.replace(/\.pdf$/i, '');
    setValue('name', suggestedName.current, { shouldDirty: true });
  }, [pdf, getValues, setValue]);
  return <FormField name="name" />;
};

export const CatalogueForm = () => (
  <FormPage
    resource={catalogue}
    content={
      <FormSection title="Catalogue" fields={['pdf']}>
        <NameField />
      </FormSection>
    }
    sidebar={<FormSection title="Image" fields={['image']} />}
  />
);
