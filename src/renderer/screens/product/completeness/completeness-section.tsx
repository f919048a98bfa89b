import { Anchor, Skeleton, Text, UnstyledButton, VisuallyHidden } from '@mantine/core';
import { IconChevronRight, IconCircleCheck, IconCircleDashed } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { Link } from 'react-router-dom';
import {
  type CompletenessFacts,
  type CompletenessRules,
  computeCompleteness,
  defaultCompletenessRules,
  findMissing,
  type Requirement,
} from '#shared/product/completeness.ts';
import type { RecordOf } from '#shared/resource-kit/define-resource.ts';
import { completenessRequirements, completenessRules } from '#shared/resources/completeness-rules.ts';
import { product } from '#shared/resources/product.ts';
import { getClient } from '../../../resource-kit/client.ts';
import { FormPage, FormSection } from '../../../resource-kit/form/form-page.tsx';
import type { FormValues } from '../../../resource-kit/form/form-values.ts';
import { queryKeys } from '../../../resource-kit/query-client.ts';
import { QueryError } from '../../../resource-kit/query-error.tsx';
import { useIsFullServer } from '../../../resource-kit/server-level.ts';
import { useCan } from '../../../resource-kit/session-store.ts';
import { keepDraftState } from '../../../resource-kit/use-unsaved-changes-guard.ts';
import { variantsFieldName } from '../variants/use-variants.ts';
import { toVariantSheet } from '../variants/variant-sheet.ts';
import classes from './completeness.module.css';
import { CompletenessBar } from './completeness-badge.tsx';

/** The saved rules; null if none were saved yet. The list, unlike the record, isn't an error then. */
const useRulesRecord = () => {
  const isSupported = useIsFullServer() === true;
  return useQuery({
    queryKey: queryKeys.record(completenessRules.name, 'current'),
    queryFn: async ({ signal }): Promise<RecordOf<typeof completenessRules> | null> => {
      const page = { pageIndex: 0, pageSize: 1, query: '', sort: null, filters: {} };
      return (await getClient(completenessRules).list(page, signal)).data[0] ?? null;
    },
    enabled: isSupported,
  });
};

/** The current rules; undefined until they are loaded, and on servers without them. */
export const useCompletenessRules = (): CompletenessRules | undefined => {
  const { data } = useRulesRecord();
  if (data === undefined) return undefined;
  if (data === null) return defaultCompletenessRules;
  return { requirements: data.requirements as Requirement[], minDescription: data.minDescription };
};

/** Fields that a requirement leads to; those of variants are in the grid. */
const getFieldName = (requirement: Requirement): string | undefined => {
  const names: Record<string, string> = { image: 'thumbnail', category: 'categoryId', subCategory: 'subCategoryId' };
  return names[requirement] ?? (requirement in product.fields ? requirement : undefined);
};

/** Facts about the product as the form contains it now. */
const useFacts = (): CompletenessFacts => {
  const values = useWatch<FormValues>();
  const sheet = values[variantsFieldName];
  return useMemo(() => {
    const { variants } = toVariantSheet(sheet);
    const hasImage = variants.filter(({ imagesArr }) => imagesArr.length > 0);
    return {
      values,
      variantCount: variants.length,
      variantsWithoutImage: variants.length - hasImage.length,
      variantsWithoutSku: variants.filter(({ sku }) => sku.trim() === '').length,
      hasImage: Boolean(values.thumbnail) || hasImage.length > 0,
    };
  }, [values, sheet]);
};

/** Completeness of the product in the form in one line, which opens to show links to the missing fields. */
export const Completeness = ({ rules }: { rules: CompletenessRules }) => {
  const facts = useFacts();
  const can = useCan(completenessRules.name);
  const { setFocus } = useFormContext<FormValues>();
  const [isOpen, setIsOpen] = useState(false);
  const missing = findMissing(facts, rules);
  return (
    <section aria-label="Completeness" className={classes.completeness}>
      <div className={classes.summary}>
        <UnstyledButton aria-expanded={isOpen} className={classes.toggle} onClick={() => setIsOpen(!isOpen)}>
          Completeness
          <IconChevronRight size="1rem" aria-hidden />
        </UnstyledButton>
        <CompletenessBar percent={computeCompleteness(facts, rules)} label="Completeness of this product" />
      </div>
      {isOpen && (
        <>
          {/* Met requirements stay in the list, so that the fields below don't move while the user fills them in. */}
          <ul className={classes.requirements} aria-label="Requirements">
            {completenessRequirements
              .filter(({ value }) => rules.requirements.includes(value))
              .map(({ value, label }) => {
                const isMissing = missing.includes(value);
                const name = getFieldName(value);
                const Icon = isMissing ? IconCircleDashed : IconCircleCheck;
                return (
                  <li key={value} data-missing={isMissing || undefined}>
                    <Icon size="1rem" aria-hidden />
                    {isMissing && name !== undefined ? (
                      <Anchor component="button" type="button" size="sm" onClick={() => setFocus(name)}>
                        {label}
                      </Anchor>
                    ) : (
                      <Text span size="sm">
                        {label}
                      </Text>
                    )}
                    <VisuallyHidden>{isMissing ? ' is missing' : ' is complete'}</VisuallyHidden>
                  </li>
                );
              })}
          </ul>
          {can('update') && (
            <Anchor component={Link} to={completenessRules.paths.form} state={keepDraftState} size="sm">
              Edit rules
            </Anchor>
          )}
        </>
      )}
    </section>
  );
};

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
