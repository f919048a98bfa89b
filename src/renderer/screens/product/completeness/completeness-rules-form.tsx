import { Skeleton, Text } from '@mantine/core';
import { defaultCompletenessRules } from '#shared/product/completeness.ts';
import { completenessRules } from '#shared/resources/completeness-rules.ts';
import { product } from '#shared/resources/product.ts';
import { FormPage, FormSection } from '../../../resource-kit/form/form-page.tsx';
import { QueryError } from '../../../resource-kit/query-error.tsx';
import { useRulesRecord } from './use-completeness-rules.ts';

/** Edits the one record of rules, which starts with the default rules. */
export const CompletenessRulesForm = () => {
  const record = useRulesRecord();
  if (record.isError && record.data === undefined) return <QueryError query={record} />;
  if (record.data === undefined) return <Skeleton height="20rem" m="lg" radius="lg" />;
  return (
    <FormPage
      resource={completenessRules}
      title={completenessRules.label}
      {...(record.data && { id: record.data._id })}
      listPath={product.paths.list}
      initialValues={{ name: completenessRules.label, ...defaultCompletenessRules }}
      content={
        <FormSection title="Rules" fields={['requirements', 'minDescription']}>
          <Text size="sm" c="dimmed">
            Each requirement counts the same. After a change, the scores of all products are computed again in the
            background.
          </Text>
        </FormSection>
      }
    />
  );
};
