import { Button, Checkbox, NativeSelect, NumberInput, SimpleGrid, Text } from '@mantine/core';
import { useDebouncedValue, useLocalStorage } from '@mantine/hooks';
import { useState } from 'react';
import { useLocation } from 'react-router-dom';
import {
  type LabelPreview,
  type LabelRequest,
  type LabelSheet,
  labelCodes,
  labelRequestSchema,
  labelSheets,
  labelTexts,
  sheetPapers,
} from '#shared/product-labels.ts';
import { formatCount } from '#shared/resource-kit/labels.ts';
import { product } from '#shared/resources/product.ts';
import { pageTitles } from '#shared/routes.ts';
import { getFieldErrors } from '../../resource-kit/errors.ts';
import { exportFile, getExportFileName } from '../../resource-kit/export/export-menu.tsx';
import { useBusy } from '../../ui/use-busy.ts';
import { PrintPreview } from './catalogue-preview.tsx';
import layout from './make-catalogue.module.css';
import { PrintPage, Section, toOptions } from './print-page.tsx';
import { ProductsField } from './products-field.tsx';
import { allActive, type ChosenProducts, type ChosenState, usePrintPreview } from './use-design.ts';

const typingPause = 500;
const ownSheet = 'own';

/** Everything but the products and the first label, which differ each time: kept for the next labels on this computer. */
type Settings = Omit<LabelRequest, 'ids' | 'filter' | 'start'>;

const {
  ids: _ids,
  filter: _filter,
  start: _start,
  ...initialSettings
} = labelRequestSchema.parse({
  sheet: labelSheets.L7160?.sheet,
  ...allActive,
});

const sizes = {
  columns: 'Columns',
  rows: 'Rows',
  width: 'Width',
  height: 'Height',
  left: 'Left margin',
  top: 'Top margin',
  columnGap: 'Gap between columns',
  rowGap: 'Gap between rows',
} as const satisfies Partial<Record<keyof LabelSheet, string>>;

type NumbersProps<Name extends string> = {
  labels: Readonly<Record<Name, string>>;
  values: Readonly<Record<NoInfer<Name>, number>>;
  errors: Readonly<Record<string, string>>;
  change: (name: NoInfer<Name>, value: number) => void;
};

/** NaN is stored as null. */
const toShown = (value: number | null) => (value === null || Number.isNaN(value) ? '' : value);

/** A cleared number is invalid until one is entered. */
const Numbers = <Name extends string>({ labels, values, errors, change }: NumbersProps<Name>) => (
  <SimpleGrid cols={2}>
    {(Object.keys(labels) as Name[]).map((name) => (
      <NumberInput
        key={name}
        label={labels[name]}
        decimalScale={2}
        value={toShown(values[name])}
        error={errors[name]}
        onChange={(value) => change(name, typeof value === 'number' ? value : Number.NaN)}
      />
    ))}
  </SimpleGrid>
);

const findSheet = (sheet: LabelSheet): string => {
  const isSame = (known: LabelSheet) =>
    (Object.keys(known) as (keyof LabelSheet)[]).every((name) => known[name] === sheet[name]);
  return Object.entries(labelSheets).find(([, known]) => isSame(known.sheet))?.[0] ?? ownSheet;
};

const SheetFields = ({
  sheet,
  errors,
  onChange,
}: {
  sheet: LabelSheet;
  errors: Record<string, string>;
  onChange: (sheet: LabelSheet) => void;
}) => {
  const [chosen, setChosen] = useState(findSheet(sheet));
  return (
    <>
      <NativeSelect
        label="Label sheet"
        data={[
          ...Object.entries(labelSheets).map(([value, { label }]) => ({ value, label })),
          { value: ownSheet, label: 'Own size' },
        ]}
        value={chosen}
        onChange={({ currentTarget: { value } }) => {
          setChosen(value);
          const known = labelSheets[value]?.sheet;
          if (known) onChange(known);
        }}
      />
      {chosen === ownSheet && (
        <>
          <NativeSelect
            label="Paper"
            data={Object.keys(sheetPapers).map((value) => ({ value, label: value === 'LETTER' ? 'Letter' : value }))}
            value={sheet.paper}
            onChange={({ currentTarget }) => onChange({ ...sheet, paper: currentTarget.value as LabelSheet['paper'] })}
          />
          <Text size="sm" c="dimmed">
            Sizes in millimetres
          </Text>
          <Numbers
            labels={sizes}
            values={sheet}
            errors={errors}
            change={(name, value) => onChange({ ...sheet, [name]: value })}
          />
        </>
      )}
    </>
  );
};

/** Errors by the last part of the field's name. */
const toErrors = (body: object, answer: unknown): Record<string, string> =>
  Object.fromEntries(
    [
      ...getFieldErrors(answer).map(({ field, message }) => [field.split('.').at(-1) ?? '', message] as const),
      ...(labelRequestSchema.safeParse(body).error?.issues ?? []).map(
        ({ path, message }) => [String(path.at(-1)), message] as const,
      ),
    ].reverse(),
  );

/** Prints labels of products and their variants. */
export const PrintLabelsPage = () => {
  const { state } = useLocation();
  const { chosen, label } = (state ?? {}) as ChosenState;
  const [products, setProducts] = useState<ChosenProducts>(chosen ?? allActive);
  const [start, setStart] = useState(1);
  const [stored, setSettings] = useLocalStorage<Settings>({
    key: 'labelSettings',
    defaultValue: initialSettings,
    getInitialValueInEffect: false,
  });
  const settings: Settings = { ...initialSettings, ...stored };
  const change = (values: Partial<Settings>) => setSettings({ ...settings, ...values });
  const body = { ...settings, ...products, start };
  const [settled] = useDebouncedValue(body, typingPause);
  const isValid = labelRequestSchema.safeParse(settled).success;
  const preview = usePrintPreview<LabelPreview>('/product/labels/preview', { body: settled, isValid });
  const errors = toErrors(body, preview.error);
  const [isSaving, track] = useBusy();
  const save = () =>
    exportFile(
      {
        resource: product.name,
        endpoint: 'labels',
        format: 'pdf',
        query: {},
        body,
        fileName: getExportFileName('Labels', 'pdf'),
      },
      (fileName) => `Saved as ${fileName}. Print it at 100 %, without fitting it to the page.`,
    );
  const { data } = preview;
  return (
    <PrintPage
      title={pageTitles.printLabels}
      owner={product}
      preview={
        <PrintPreview
          {...preview}
          notices={data?.notices}
          summary={data && `${formatCount(data.labelCount, 'label')} on ${formatCount(data.pageCount, 'sheet')}`}
        />
      }
      actions={
        <Button
          variant="brand"
          loading={isSaving}
          disabled={!labelRequestSchema.safeParse(body).success}
          onClick={() => void track(save())}
        >
          Save PDF
        </Button>
      }
    >
      <Section title="What is printed">
        <ProductsField
          hasCategories
          design={products}
          change={(values) => setProducts({ ids: values.ids, filter: values.filter })}
          errors={errors}
          given={chosen && { value: 'given', label: label ?? 'Selected products', products: chosen }}
        />
        <Checkbox
          label="A label for each variant"
          checked={settings.hasVariants}
          onChange={({ currentTarget }) => change({ hasVariants: currentTarget.checked })}
        />
        <NativeSelect
          label="Code"
          data={toOptions(labelCodes)}
          value={settings.code}
          onChange={({ currentTarget }) => change({ code: currentTarget.value as LabelRequest['code'] })}
        />
        <Checkbox.Group
          label="Below the name"
          value={settings.texts}
          onChange={(texts) => change({ texts: texts as LabelRequest['texts'] })}
        >
          <div className={layout.details}>
            {toOptions(labelTexts).map((option) => (
              <Checkbox key={option.value} {...option} />
            ))}
          </div>
        </Checkbox.Group>
        <Numbers
          labels={{ copies: 'Copies' }}
          values={settings}
          errors={errors}
          change={(_name, copies) => change({ copies })}
        />
      </Section>
      <Section title="Where it is printed">
        <SheetFields sheet={settings.sheet} errors={errors} onChange={(sheet) => change({ sheet })} />
        <NumberInput
          label="First label"
          description="On a sheet of which some are used, counted by rows"
          value={toShown(start)}
          error={errors.start}
          onChange={(value) => setStart(typeof value === 'number' ? value : Number.NaN)}
        />
        <Numbers
          labels={{ right: 'Shift to the right, in mm', down: 'Shift down, in mm' }}
          values={settings}
          errors={errors}
          change={(name, value) => change({ [name]: value })}
        />
      </Section>
    </PrintPage>
  );
};
