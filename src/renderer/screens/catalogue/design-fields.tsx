import { Checkbox, ColorInput, Input, NativeSelect, NumberInput, SimpleGrid, Textarea, TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import {
  type CatalogueDesign,
  catalogueDetails,
  catalogueLayouts,
  paperSizes,
  productOrders,
} from '#shared/catalogue-design.ts';
import { currencies } from '#shared/office.ts';
import { DateInput } from '../../ui/date-input.tsx';
import { useMoney } from '../../ui/format.ts';
import { SortableList } from '../../ui/sortable-list.tsx';
import { LibraryImage } from './library-image.tsx';
import classes from './make-catalogue.module.css';
import { Section, toOptions } from './print-page.tsx';

export type DesignProps = {
  design: CatalogueDesign;
  change: (values: Partial<CatalogueDesign>) => void;
  errors: Readonly<Record<string, string>>;
};

type NamesOf<Value> = { [Name in keyof CatalogueDesign]-?: CatalogueDesign[Name] extends Value ? Name : never };
type Names<Value> = NamesOf<Value>[keyof CatalogueDesign];

/** Props of inputs by the name of their value. */
const bind = ({ design, change, errors }: DesignProps) => ({
  text: (name: Names<string>) => ({
    value: design[name],
    error: errors[name],
    onChange: ({ currentTarget }: { currentTarget: { value: string } }) => change({ [name]: currentTarget.value }),
  }),
  flag: (name: Names<boolean>) => ({
    checked: design[name],
    onChange: ({ currentTarget }: { currentTarget: { checked: boolean } }) => change({ [name]: currentTarget.checked }),
  }),
  number: (name: Names<number>) => ({
    value: Number.isNaN(design[name]) ? '' : design[name],
    error: errors[name],
    onChange: (value: number | string) => change({ [name]: typeof value === 'number' ? value : Number.NaN }),
  }),
  image: (name: 'logo' | 'cover') => ({
    name,
    value: design[name],
    error: errors[name],
    onChange: (file: string | null) => change({ [name]: file }),
  }),
});

type Detail = CatalogueDesign['details'][number];

/** Details beside name and picture, chosen by checkbox and put in order by dragging or by keyboard. */
const DetailsField = ({ design: { details }, change }: DesignProps) => {
  const all = Object.keys(catalogueDetails) as Detail[];
  const shown = [...details, ...all.filter((name) => !details.includes(name))];
  return (
    <Input.Wrapper label="Beside name and picture" labelElement="div" description="In this order">
      <SortableList
        items={shown}
        getId={(name) => name}
        getHandleLabel={(name) => `Move ${catalogueDetails[name]}`}
        className={classes.order}
        itemClassName={classes.detail}
        onReorder={(ordered) => change({ details: ordered.filter((name) => details.includes(name)) })}
      >
        {(name, _index, handle) => (
          <>
            {handle}
            <Checkbox
              label={catalogueDetails[name]}
              checked={details.includes(name)}
              onChange={({ currentTarget: { checked } }) =>
                change({ details: checked ? [...details, name] : details.filter((each) => each !== name) })
              }
            />
          </>
        )}
      </SortableList>
    </Input.Wrapper>
  );
};

const PriceFields = (props: DesignProps) => {
  const { design, change } = props;
  const { text, flag, number } = bind(props);
  const { currency: own } = useMoney();
  return (
    <>
      <Checkbox label="Prices" {...flag('hasPrices')} />
      {design.hasPrices && (
        <>
          <TextInput
            label="Change of prices"
            description="Only in this catalogue, such as +10% or -5"
            {...text('priceFormula')}
          />
          <SimpleGrid cols={2}>
            <NativeSelect
              label="Currency"
              data={Object.entries(currencies).map(([value, label]) => ({ value, label: `${label} (${value})` }))}
              value={design.currency ?? own}
              onChange={({ currentTarget: { value } }) =>
                change({
                  currency: value === own ? null : (value as CatalogueDesign['currency']),
                  ...(value === own && { exchangeRate: 1 }),
                })
              }
            />
            {design.currency !== null && (
              <NumberInput
                label={`${design.currency} for 1 ${own}`}
                decimalScale={6}
                min={0}
                {...number('exchangeRate')}
              />
            )}
          </SimpleGrid>
          <DateInput
            label="Valid from"
            value={design.validFrom || null}
            error={props.errors.validFrom}
            onChange={(day) => change({ validFrom: day ?? '' })}
          />
        </>
      )}
    </>
  );
};

/** All choices but those of the products and their dealers, which are the first part of the first section. */
export const DesignFields = ({ children, ...props }: DesignProps & { children: ReactNode }) => {
  const { design, change, errors } = props;
  const { text, flag, number, image } = bind(props);
  const select = (name: 'layout' | 'paper' | 'order', labels: Record<string, string>) => ({
    data: toOptions(labels),
    value: design[name],
    onChange: ({ currentTarget }: { currentTarget: { value: string } }) => change({ [name]: currentTarget.value }),
  });
  return (
    <>
      <Section title="What it contains">
        {children}
        <NativeSelect label="Order of products" {...select('order', productOrders)} />
        <DetailsField {...props} />
        <PriceFields {...props} />
        <Checkbox label="Cover" {...flag('hasCover')} />
        <Checkbox label="Table of contents" {...flag('hasContents')} />
        <Checkbox label="Index of names and SKUs" {...flag('hasIndex')} />
        <Checkbox
          label="QR codes"
          description="They lead to the products on the website, whose address is in Settings → Website"
          {...flag('hasQrCodes')}
        />
      </Section>
      <Section title="How it looks">
        <NativeSelect label="Layout" {...select('layout', catalogueLayouts)} />
        <SimpleGrid cols={2}>
          <NativeSelect label="Paper" {...select('paper', paperSizes)} />
          <NumberInput label="Margins in mm" decimalScale={1} {...number('margin')} />
        </SimpleGrid>
        <ColorInput
          label="Colour"
          format="hex"
          value={design.color}
          error={errors.color}
          eyeDropperButtonProps={{ 'aria-label': 'Pick a colour from the screen' }}
          onChange={(color) => change({ color })}
        />
        <LibraryImage label="Logo" help="On the cover and at the top of each page" {...image('logo')} />
        {design.hasCover && (
          <LibraryImage label="Cover picture" help="Empty: that of the first category" {...image('cover')} />
        )}
        <Checkbox
          label="Bleed and crop marks"
          description="3 mm on all sides, for a printing company"
          {...flag('hasCropMarks')}
        />
      </Section>
      <Section title="Texts">
        <TextInput label="Title" required {...text('title')} />
        {design.hasCover && <TextInput label="Second line" {...text('subtitle')} />}
        <Textarea label="Introduction" description="After the cover" autosize minRows={3} {...text('introduction')} />
        <TextInput label="Header" description="At the top of each page. Empty: the title" {...text('header')} />
        <TextInput label="Footer" {...text('footer')} />
      </Section>
    </>
  );
};
