import { Anchor, Text, VisuallyHidden } from '@mantine/core';
import { IconCircleCheck, IconCircleDashed } from '@tabler/icons-react';
import { useMemo } from 'react';
import { useFormContext, useWatch } from 'react-hook-form';
import { Link } from 'react-router-dom';
import {
  type CompletenessFacts,
  type CompletenessRules,
  computeCompleteness,
  findMissing,
  type Requirement,
} from '#shared/product/completeness.ts';
import { completenessRequirements, completenessRules } from '#shared/resources/completeness-rules.ts';
import type { FormValues } from '../../../resource-kit/form/field-props.ts';
import { FormSection } from '../../../resource-kit/form/form-page.tsx';
import { useCan } from '../../../resource-kit/session-store.ts';
import { keepDraftState } from '../../../resource-kit/use-unsaved-changes-guard.ts';
import { variantsFieldName } from '../sheet/use-variants.ts';
import { toVariantSheet } from '../sheet/variant-sheet.ts';
import classes from './completeness.module.css';
import { CompletenessBar } from './completeness-badge.tsx';

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
