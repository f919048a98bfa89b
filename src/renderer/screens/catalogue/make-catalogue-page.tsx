import {
  Button,
  Card,
  Checkbox,
  ColorInput,
  Group,
  NativeSelect,
  Select,
  Skeleton,
  Stack,
  Textarea,
  TextInput,
  Title,
} from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { type ReactNode, useState } from 'react';
import { Link, useLocation, useNavigate, useSearchParams } from 'react-router-dom';
import {
  type CatalogueDesign,
  catalogueDesignSchema,
  catalogueDetails,
  catalogueLayouts,
  type MadeCatalogue,
  paperSizes,
} from '#shared/catalogue-design.ts';
import { formatCount } from '#shared/resource-kit/labels.ts';
import { catalogue } from '#shared/resources/catalogue.ts';
import { pageTitles } from '#shared/routes.ts';
import { getErrorStatus, getFieldErrors, reportError } from '../../resource-kit/errors.ts';
import formClasses from '../../resource-kit/form/form-page.module.css';
import { requestChange } from '../../resource-kit/long-change.ts';
import { invalidateResource } from '../../resource-kit/query-client.ts';
import { useUnsavedChangesGuard } from '../../resource-kit/use-unsaved-changes-guard.ts';
import { keepToastsAbove } from '../../ui/keep-toasts-above.ts';
import { PageHeader } from '../../ui/page-header.tsx';
import { showSuccess } from '../../ui/toasts.tsx';
import { useBusy } from '../../ui/use-busy.ts';
import { PrintPreview } from './catalogue-preview.tsx';
import classes from './make-catalogue.module.css';
import {
  allActive,
  type ChosenProducts,
  type ProductChoice,
  usePreview,
  useProductChoices,
  useStoredDesign,
} from './use-design.ts';

/** Location state of a link that brings chosen products. */
export type ChosenState = { chosen?: ChosenProducts; label?: string };

const typingPause = 500;

const initialDesign: CatalogueDesign = catalogueDesignSchema.parse({
  title: 'Catalogue',
  hasContents: true,
  ...allActive,
});

export const toOptions = (labels: Record<string, string>) =>
  Object.entries(labels).map(([value, label]) => ({ value, label }));

export const Section = ({ title, children }: { title: string; children: ReactNode }) => (
  <Card component="section" aria-label={title}>
    <Title order={2} mb="md">
      {title}
    </Title>
    <Stack gap="md">{children}</Stack>
  </Card>
);

type ProductsProps = {
  design: ChosenProducts;
  change: (values: ChosenProducts) => void;
  errors: Readonly<Record<string, string>>;
  given: ProductChoice | undefined;
};

type FieldsProps = ProductsProps & {
  design: CatalogueDesign;
  change: (values: Partial<CatalogueDesign>) => void;
};

export const ProductsField = ({ design, change, errors, given }: ProductsProps) => {
  const groups = useProductChoices(given);
  const { ids, filter } = design;
  const choices = groups.flatMap(({ choices: ofGroup }) => ofGroup);
  const current = JSON.stringify(ids ? { ids } : { filter });
  const chosen = choices.find(({ products }) => JSON.stringify(products) === current);
  return (
    <Select
      label="Products"
      searchable
      allowDeselect={false}
      data={groups.map(({ group, choices: items }) => ({ group, items }))}
      value={chosen?.value ?? null}
      placeholder={chosen ? undefined : 'As chosen before'}
      error={errors.filter ?? errors.ids}
      onChange={(value) => {
        const products = choices.find((choice) => choice.value === value)?.products;
        if (products) change({ ids: undefined, filter: undefined, ...products });
      }}
    />
  );
};

const Fields = (props: FieldsProps) => {
  const { design, change, errors } = props;
  const text = (name: 'title' | 'subtitle' | 'introduction' | 'footer' | 'priceFormula') => ({
    value: design[name],
    error: errors[name],
    onChange: ({ currentTarget }: { currentTarget: { value: string } }) => change({ [name]: currentTarget.value }),
  });
  const flag = (name: 'hasPrices' | 'hasContents' | 'hasIndex' | 'hasQrCodes') => ({
    checked: design[name],
    onChange: ({ currentTarget }: { currentTarget: { checked: boolean } }) => change({ [name]: currentTarget.checked }),
  });
  return (
    <Stack gap="md">
      <Section title="What it contains">
        <ProductsField {...props} />
        <Checkbox.Group
          label="Beside name and picture"
          value={design.details}
          onChange={(details) => change({ details: details as CatalogueDesign['details'] })}
        >
          <div className={classes.details}>
            {toOptions(catalogueDetails).map(({ value, label }) => (
              <Checkbox key={value} value={value} label={label} />
            ))}
          </div>
        </Checkbox.Group>
        <Checkbox label="Prices" {...flag('hasPrices')} />
        {design.hasPrices && (
          <TextInput
            label="Change of prices"
            description="Only in this catalogue, such as +10% or -5"
            {...text('priceFormula')}
          />
        )}
        <Checkbox label="Table of contents" {...flag('hasContents')} />
        <Checkbox label="Index of names and SKUs" {...flag('hasIndex')} />
        <Checkbox
          label="QR codes"
          description="They lead to the products on the website, whose address is in Settings → Website"
          {...flag('hasQrCodes')}
        />
      </Section>
      <Section title="How it looks">
        <NativeSelect
          label="Layout"
          data={toOptions(catalogueLayouts)}
          value={design.layout}
          onChange={({ currentTarget }) => change({ layout: currentTarget.value as CatalogueDesign['layout'] })}
        />
        <NativeSelect
          label="Paper"
          data={toOptions(paperSizes)}
          value={design.paper}
          onChange={({ currentTarget }) => change({ paper: currentTarget.value as CatalogueDesign['paper'] })}
        />
        <ColorInput
          label="Colour"
          format="hex"
          value={design.color}
          error={errors.color}
          eyeDropperButtonProps={{ 'aria-label': 'Pick a colour from the screen' }}
          onChange={(color) => change({ color })}
        />
      </Section>
      <Section title="Texts">
        <TextInput label="Title" required {...text('title')} />
        <TextInput label="Second line" {...text('subtitle')} />
        <Textarea
          label="Introduction"
          description="On a page of its own"
          autosize
          minRows={3}
          {...text('introduction')}
        />
        <TextInput label="Footer" {...text('footer')} />
      </Section>
    </Stack>
  );
};

/** Errors of a design by field: those of its schema, which need no request, and those of the server. */
const toErrors = (design: CatalogueDesign, answer: unknown): Record<string, string> => {
  const issues = catalogueDesignSchema.safeParse(design).error?.issues ?? [];
  const answered = getFieldErrors(answer).map(({ field, message }) => [field.replace(/^design\./, ''), message]);
  return Object.fromEntries([...answered, ...issues.map(({ path, message }) => [String(path[0]), message])]);
};

const Designer = ({
  id,
  initial,
  given,
}: {
  id: string | undefined;
  initial: CatalogueDesign;
  given: ProductChoice | undefined;
}) => {
  const [design, setDesign] = useState(initial);
  const [settled] = useDebouncedValue(design, typingPause);
  const preview = usePreview(settled);
  const [isMaking, track] = useBusy();
  const allowLeaving = useUnsavedChangesGuard(design !== initial);
  const navigate = useNavigate();
  const make = async (): Promise<void> => {
    const body = { design, ...(id !== undefined && { id }) };
    const title = 'Making the catalogue…';
    const { message } = await requestChange<{ message: string; data: MadeCatalogue }>('POST', '/catalogue/make', {
      title,
      body,
    });
    await invalidateResource(catalogue.name);
    allowLeaving();
    showSuccess(message);
    await navigate(String(catalogue.paths.list));
  };
  const report = (error: unknown) =>
    (getErrorStatus(error) === undefined && (error as Error).name === 'AbortError') || reportError(error);
  return (
    <div className={formClasses.page}>
      <div className={formClasses.header}>
        <PageHeader
          title={id === undefined ? pageTitles.makeCatalogue : `Make ${initial.title} again`}
          breadcrumb={[{ label: catalogue.labelPlural, to: String(catalogue.paths.list) }]}
        />
      </div>
      <div className={formClasses.body}>
        <div className={classes.columns}>
          <Fields
            design={design}
            change={(values) => setDesign((current) => ({ ...current, ...values }))}
            errors={toErrors(design, preview.error)}
            given={given}
          />
          <PrintPreview
            {...preview}
            notices={preview.data?.notices}
            summary={
              preview.data &&
              `${formatCount(preview.data.productCount, 'product')} on ${formatCount(preview.data.pageCount, 'page')}`
            }
          />
        </div>
      </div>
      <footer ref={keepToastsAbove} className={formClasses.footer}>
        <Group justify="flex-end" gap={12}>
          <Button component={Link} to={String(catalogue.paths.list)}>
            Cancel
          </Button>
          <Button
            variant="brand"
            loading={isMaking}
            disabled={!catalogueDesignSchema.safeParse(design).success}
            onClick={() => void track(make()).catch(report)}
          >
            {id === undefined ? 'Make catalogue' : 'Replace the PDF'}
          </Button>
        </Group>
      </footer>
    </div>
  );
};

/** Makes a catalogue from products, or again with `?id=`. */
export const MakeCataloguePage = () => {
  const [search] = useSearchParams();
  const id = search.get('id') ?? undefined;
  const { state } = useLocation();
  const { chosen, label } = (state ?? {}) as ChosenState;
  const stored = useStoredDesign(id);
  if (id !== undefined && stored.isPending) return <Skeleton height="16rem" radius="lg" />;
  const given = chosen && { value: 'given', label: label ?? 'Selected products', products: chosen };
  const initial = stored.data?.design ?? { ...initialDesign, ...(chosen && { filter: undefined, ...chosen }) };
  return <Designer key={id} id={stored.data ? id : undefined} initial={initial} given={given} />;
};
