import { Button, Group, List, Text } from '@mantine/core';
import { IconWand } from '@tabler/icons-react';
import { useEffect, useRef } from 'react';
import { useFormContext } from 'react-hook-form';
import { Link, useParams } from 'react-router-dom';
import { formatCount } from '#shared/resource-kit/labels.ts';
import { catalogue } from '#shared/resources/catalogue.ts';
import { extraRoutes } from '#shared/routes.ts';
import { isLocalFile } from '../../platform/local-files.ts';
import { FormField } from '../../resource-kit/form/duplicate-name.tsx';
import { FormPage, FormSection, StatusSection } from '../../resource-kit/form/form-page.tsx';
import type { FormValues } from '../../resource-kit/form/form-values.ts';
import { useIsFullServer } from '../../resource-kit/server-level.ts';
import { formatLocalDay } from '../../ui/format.ts';
import { describePages } from './describe-pages.ts';
import { useStoredDesign } from './use-design.ts';

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

/** Says which pages have changed since the catalogue was made from products. */
const MadeFromProducts = () => {
  const { id } = useParams();
  const { data } = useStoredDesign(id, useIsFullServer() === true);
  if (!data) return null;
  const { madeAt, changedPages } = data;
  return (
    <FormSection title="Made from products">
      <Text>
        {`Made on ${formatLocalDay(madeAt)}. ${
          changedPages.length === 0
            ? 'It shows what is stored now.'
            : `${formatCount(changedPages.length, 'page')} would be different now:`
        }`}
      </Text>
      {changedPages.length > 0 && (
        <List size="sm">
          {describePages(changedPages).map((line) => (
            <List.Item key={line}>{line}</List.Item>
          ))}
        </List>
      )}
      <Group>
        <Button component={Link} to={`${extraRoutes.makeCatalogue}?id=${id}`} leftSection={<IconWand size="1rem" />}>
          Make it again
        </Button>
      </Group>
    </FormSection>
  );
};

export const CatalogueForm = () => (
  <FormPage
    resource={catalogue}
    content={
      <>
        <FormSection title="Catalogue" fields={['pdf']}>
          <NameField />
        </FormSection>
        <MadeFromProducts />
      </>
    }
    sidebar={
      <>
        <StatusSection resource={catalogue} />
        <FormSection title="Image" fields={['image']} />
      </>
    }
  />
);
