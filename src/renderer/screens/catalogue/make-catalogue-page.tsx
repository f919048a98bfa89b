import { Button, Skeleton } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconTable } from '@tabler/icons-react';
import { useState } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router-dom';
import { type CatalogueDesign, catalogueDesignSchema } from '#shared/catalogue-design.ts';
import { formatCount } from '#shared/resource-kit/labels.ts';
import { catalogue } from '#shared/resources/catalogue.ts';
import { catalogueTemplate } from '#shared/resources/catalogue-template.ts';
import { pageTitles } from '#shared/routes.ts';
import { getFieldErrors } from '../../resource-kit/errors.ts';
import { exportFile, getExportFileName } from '../../resource-kit/export/export-menu.tsx';
import { useRecord } from '../../resource-kit/hooks.ts';
import { openRecordParam } from '../../resource-kit/list-params.ts';
import { useUnsavedChangesGuard } from '../../resource-kit/use-unsaved-changes-guard.ts';
import { useBusy } from '../../ui/use-busy.ts';
import { PrintPreview } from './catalogue-preview.tsx';
import { DealersField, useDealers } from './dealers-field.tsx';
import { DesignFields } from './design-fields.tsx';
import { makeCatalogues } from './make-catalogues.ts';
import { PrintPage, Section } from './print-page.tsx';
import { CategoriesField, ProductsField } from './products-field.tsx';
import { TemplatesField, toDesign } from './templates-field.tsx';
import { allActive, type ChosenState, type ProductChoice, usePreview, useStoredDesign } from './use-design.ts';

const typingPause = 500;

const initialDesign: CatalogueDesign = catalogueDesignSchema.parse({
  title: 'Catalogue',
  hasContents: true,
  ...allActive,
});

/** Errors of a design by field: those of its schema, which need no request, and those of the server. */
const toErrors = (design: CatalogueDesign, answer: unknown): Record<string, string> => {
  const issues = catalogueDesignSchema.safeParse(design).error?.issues ?? [];
  const answered = getFieldErrors(answer).map(({ field, message }) => [field.replace(/^design\./, ''), message]);
  return Object.fromEntries([...answered, ...issues.map(({ path, message }) => [String(path[0]), message])]);
};

const Designer = ({
  id,
  openedId,
  initial,
  given,
}: {
  id: string | undefined;
  openedId: string | null;
  initial: CatalogueDesign;
  given: ProductChoice | undefined;
}) => {
  const [design, setDesign] = useState(initial);
  const [chosenDealers, setDealers] = useState<readonly string[]>(initial.dealerId ? [initial.dealerId] : []);
  const { options, ids: dealerIds } = useDealers(chosenDealers);
  const [firstDealer = null] = dealerIds;
  const shown = { ...design, dealerId: firstDealer };
  const [settled] = useDebouncedValue(shown, typingPause);
  const preview = usePreview(settled);
  const [isMaking, track] = useBusy();
  const [isSaving, trackSave] = useBusy();
  const allowLeaving = useUnsavedChangesGuard(design !== initial);
  const navigate = useNavigate();
  const isValid = catalogueDesignSchema.safeParse(design).success;
  const errors = toErrors(design, preview.error);
  const change = (values: Partial<CatalogueDesign>) => setDesign((current) => ({ ...current, ...values }));
  const make = async (): Promise<void> => {
    const isMade =
      id === undefined && dealerIds.length > 0
        ? await makeCatalogues('make-many', { design: { ...design, dealerId: null }, dealerIds })
        : await makeCatalogues('make', { design: shown, ...(id !== undefined && { id }) });
    if (!isMade) return;
    allowLeaving();
    await navigate(String(catalogue.paths.list));
  };
  const saveWorkbook = () => {
    const format = dealerIds.length > 1 ? 'zip' : 'xlsx';
    return exportFile(
      {
        resource: catalogue.name,
        endpoint: 'price-list',
        format,
        query: {},
        body: { design: { ...design, dealerId: null }, dealerIds },
        fileName: getExportFileName(design.title, format),
      },
      (fileName) => `Saved as ${fileName}`,
    );
  };
  const { data } = preview;
  return (
    <PrintPage
      title={id === undefined ? pageTitles.makeCatalogue : `Make ${initial.title} again`}
      owner={catalogue}
      preview={
        <PrintPreview
          {...preview}
          notices={data?.notices}
          summary={data && `${formatCount(data.productCount, 'product')} on ${formatCount(data.pageCount, 'page')}`}
        />
      }
      actions={
        <>
          {design.layout === 'prices' && (
            <Button
              leftSection={<IconTable size="1rem" aria-hidden />}
              loading={isSaving}
              disabled={!isValid}
              onClick={() => void trackSave(saveWorkbook())}
            >
              Save as Excel
            </Button>
          )}
          <Button variant="brand" loading={isMaking} disabled={!isValid} onClick={() => void track(make())}>
            {id !== undefined
              ? 'Replace the PDF'
              : dealerIds.length > 1
                ? `Make ${formatCount(dealerIds.length, 'catalogue')}`
                : 'Make catalogue'}
          </Button>
        </>
      }
    >
      <Section title="Start from">
        <TemplatesField design={design} isValid={isValid} openedId={openedId} onChoose={setDesign} />
      </Section>
      <DesignFields design={design} change={change} errors={errors}>
        <ProductsField design={design} change={change} errors={errors} given={given} />
        <CategoriesField
          chosen={design.categoryIds}
          error={errors.categoryIds}
          onChange={(categoryIds) => change({ categoryIds })}
        />
        <DealersField
          chosen={chosenDealers}
          options={options}
          isSingle={id !== undefined}
          error={errors.dealerId}
          onChange={setDealers}
        />
      </DesignFields>
    </PrintPage>
  );
};

/** Makes a catalogue from products, or again with `?id=`. `?open=` is the template to start from. */
export const MakeCataloguePage = () => {
  const [search] = useSearchParams();
  const id = search.get('id') ?? undefined;
  const { state } = useLocation();
  const { chosen, label } = (state ?? {}) as ChosenState;
  const stored = useStoredDesign(id);
  const openedId = search.get(openRecordParam);
  const template = useRecord(catalogueTemplate, openedId ?? undefined);
  if ((id !== undefined && stored.isPending) || (openedId !== null && template.isPending))
    return <Skeleton height="16rem" radius="lg" />;
  const given = chosen && { value: 'given', label: label ?? 'Selected products', products: chosen };
  const initial =
    stored.data?.design ??
    (template.data ? toDesign(template.data) : { ...initialDesign, ...(chosen && { filter: undefined, ...chosen }) });
  return (
    <Designer
      key={id ?? openedId}
      id={stored.data ? id : undefined}
      openedId={template.data ? openedId : null}
      initial={initial}
      given={given}
    />
  );
};
