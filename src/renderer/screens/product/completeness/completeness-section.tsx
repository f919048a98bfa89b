import { Anchor, Skeleton, Text, VisuallyHidden } from '@mantine/core';
import { IconCircleCheck, IconCircleDashed } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
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

type RulesRecord = RecordOf<typeof completenessRules>;

/** The saved rules; null if none were saved yet. The list, unlike the record, isn't an error then. */
const fetchRules = async (signal: AbortSignal): Promise<RulesRecord | null> => {
  const page = { pageIndex: 0, pageSize: 1, query: '', sort: null, filters: {} };
  const { data } = await getClient(completenessRules).list(page, signal);
  return data[0] ?? null;
};

const useRulesRecord = () => {
  const isSupported = useIsFullServer() === true;
  return useQuery({
    queryKey: queryKeys.record(completenessRules.name, 'current'),
    queryFn: ({ signal }) => fetchRules(signal),
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
const fieldNames: Partial<Record<Requirement, string>> = {
  image: 'thumbnail',
  price: 'price',
  category: 'categoryId',
  subCategory: 'subCategoryId',
  description: 'description',
  specification: 'specification',
  materialType: 'materialType',
  sku: 'sku',
};

const labelOf = (requirement: Requirement): string =>
  completenessRequirements.find(({ value }) => value === requirement)?.label ?? requirement;

const watchedNames = [...Object.values(fieldNames), variantsFieldName] as const;

/** Facts about the product as the form contains it now. */
const useFacts = (): CompletenessFacts => {
  const values = useWatch<FormValues>({ name: watchedNames });
  const named: FormValues = Object.fromEntries(watchedNames.map((name, index) => [name, values[index]]));
  const sheet = named[variantsFieldName];
  const counts = useMemo(() => {
    const { variants } = toVariantSheet(sheet);
    return {
      variantCount: variants.length,
      variantsWithoutImage: variants.filter(({ imagesArr }) => imagesArr.length === 0).length,
      variantsWithoutSku: variants.filter(({ sku }) => sku.trim() === '').length,
    };
  }, [sheet]);
  const { price, categoryId, subCategoryId, description, specification, materialType, sku, thumbnail } = named;
  return {
    price,
    categoryId,
    subCategoryId,
    description,
    specification,
    materialType,
    sku,
    ...counts,
    hasImage: Boolean(thumbnail) || counts.variantsWithoutImage < counts.variantCount,
  };
};

const RulesLink = () => {
  const can = useCan(completenessRules.name);
  if (!can('update')) return null;
  return (
    <Anchor component={Link} to={completenessRules.paths.form} state={keepDraftState} size="sm">
      Edit rules
    </Anchor>
  );
};

const RequirementItem = ({
  requirement,
  isMissing,
  onOpen,
}: {
  requirement: Requirement;
  isMissing: boolean;
  onOpen: (fieldName: string) => void;
}) => {
  const name = fieldNames[requirement];
  const Icon = isMissing ? IconCircleDashed : IconCircleCheck;
  return (
    <li data-missing={isMissing || undefined}>
      <Icon size="1rem" aria-hidden />
      {isMissing && name !== undefined ? (
        <Anchor component="button" type="button" size="sm" onClick={() => onOpen(name)}>
          {labelOf(requirement)}
        </Anchor>
      ) : (
        <Text span size="sm">
          {labelOf(requirement)}
        </Text>
      )}
      <VisuallyHidden>{isMissing ? ' is missing' : ' is complete'}</VisuallyHidden>
    </li>
  );
};

/** Completeness of the product in the form, with links to the missing fields. */
export const CompletenessSection = ({ rules }: { rules: CompletenessRules }) => {
  const facts = useFacts();
  const { setFocus } = useFormContext<FormValues>();
  const missing = findMissing(facts, rules);
  return (
    <FormSection title="Completeness">
      <CompletenessBar percent={computeCompleteness(facts, rules)} label="Completeness of this product" />
      {/* Met requirements stay in the list, so that the fields below don't move while the user fills them in. */}
      <ul className={classes.requirements} aria-label="Requirements">
        {rules.requirements.map((requirement) => (
          <RequirementItem
            key={requirement}
            requirement={requirement}
            isMissing={missing.includes(requirement)}
            onOpen={setFocus}
          />
        ))}
      </ul>
      <RulesLink />
    </FormSection>
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
