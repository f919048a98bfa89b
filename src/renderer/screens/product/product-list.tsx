import { Button, Text } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { IconBarcode, IconBook2, IconFileSpreadsheet, IconPencil } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Link, useNavigate } from 'react-router-dom';
import type { RecordOf } from '#shared/resource-kit/define-resource.ts';
import { formatCount } from '#shared/resource-kit/labels.ts';
import { catalogue } from '#shared/resources/catalogue.ts';
import { product } from '#shared/resources/product.ts';
import { extraRoutes } from '#shared/routes.ts';
import type { SelectedRecords } from '../../resource-kit/bulk/bulk-bar.tsx';
import { reportError } from '../../resource-kit/errors.ts';
import { eagerRows } from '../../resource-kit/kinds/file.tsx';
import { usePhotoDrop } from '../../resource-kit/library/photo-drop.ts';
import { createListColumns, EditableCell } from '../../resource-kit/list/columns.tsx';
import { ListPage } from '../../resource-kit/list/list-page.tsx';
import type { CustomFilter } from '../../resource-kit/list/list-toolbar.tsx';
import { useIsFullServer } from '../../resource-kit/server-level.ts';
import { useCan } from '../../resource-kit/session-store.ts';
import { formatFile, formatMoney } from '../../ui/format.ts';
import { NoImage, Thumbnail } from '../../ui/image-preview.tsx';
import { lazyComponent, lazyOverlay } from '../../ui/lazy-component.tsx';
import type { Column } from '../../ui/table-columns.ts';
import { ExpandButton, type RowDetails } from '../../ui/table-row.tsx';
import { CompletenessBar } from './completeness/completeness-badge.tsx';
import { countVariants, getProductImage } from './product-image.ts';
import { readVariantPrices } from './variant-prices.ts';

const BulkEditDialog = lazyOverlay(async () => (await import('./bulk-edit/bulk-edit-dialog.tsx')).BulkEditDialog);

const BulkEdit = (selected: SelectedRecords) => {
  const [isOpen, { open, close }] = useDisclosure(false);
  const can = useCan(product.name);
  if (!useIsFullServer() || !can('update')) return null;
  return (
    <>
      <Button size="compact-sm" leftSection={<IconPencil size="1rem" />} onClick={open}>
        Bulk edit
      </Button>
      {isOpen && <BulkEditDialog {...selected} onClose={close} />}
    </>
  );
};

/** Takes the selected products to the pages that print them. */
const PrintActions = ({ countTarget, count }: SelectedRecords) => {
  const can = useCan(catalogue.name);
  const navigate = useNavigate();
  if (!useIsFullServer()) return null;
  const open = async (to: string) => {
    const { ids, filter } = (await countTarget()).target as { ids?: string[]; filter?: Record<string, string> };
    await navigate(to, {
      state: { chosen: ids ? { ids } : { filter }, label: formatCount(count, 'selected product') },
    });
  };
  const button = (label: string, to: string, icon: ReactNode) => (
    <Button size="compact-sm" leftSection={icon} onClick={() => void open(to).catch(reportError)}>
      {label}
    </Button>
  );
  return (
    <>
      {can('create') && button('Make catalogue', extraRoutes.makeCatalogue, <IconBook2 size="1rem" />)}
      {button('Print labels', extraRoutes.printLabels, <IconBarcode size="1rem" />)}
    </>
  );
};

const column = createListColumns(product);

type Product = RecordOf<typeof product>;

const VariantCount = ({ record }: { record: Product }) => {
  const count = countVariants(record);
  if (count === undefined) return <span />;
  const text = count.toLocaleString('en');
  return (
    <ExpandButton row={record} label={`${text} ${count === 1 ? 'variant' : 'variants'} of ${record.name}`}>
      <span className="bo-tabular">{text}</span>
    </ExpandButton>
  );
};

/** A product with variants costs what its variants cost, which its expanded row shows. */
const Price = ({ record }: { record: Product }) => {
  const variants = 'variantPrices' in record ? readVariantPrices(record) : undefined;
  const { lowest, highest } = variants ?? { lowest: record.price, highest: record.price };
  const price = (
    <span className="bo-tabular">
      {lowest !== highest && (
        <Text span inherit c="dimmed">
          {'from '}
        </Text>
      )}
      {formatMoney(lowest)}
    </span>
  );
  if (!variants)
    return (
      <EditableCell name="price" record={record}>
        {price}
      </EditableCell>
    );
  const text = `${lowest === highest ? '' : 'from '}${formatMoney(lowest)}`;
  return (
    <ExpandButton row={record} label={`${text}: prices of the variants of ${record.name}`} hasIcon={false}>
      {price}
    </ExpandButton>
  );
};

const completeness: Column<Product> = {
  id: 'completeness',
  header: 'Completeness',
  width: '9rem',
  isHiddenByDefault: true,
  sortName: 'completeness',
  cell: (record) =>
    'completeness' in record && (
      <CompletenessBar percent={Number(record.completeness)} label={`Completeness of ${record.name}`} />
    ),
};

const imageCount: Column<Product> = {
  id: 'imageCount',
  header: 'Images',
  width: '8%',
  isNumeric: true,
  isHiddenByDefault: true,
  sortName: 'imageCount',
  cell: (record) => (
    <span className="bo-tabular">{'imageCount' in record ? Number(record.imageCount).toLocaleString('en') : ''}</span>
  ),
};

const specifiedColumns: Column<Product>[] = [
  column.rowNumber(),
  {
    id: 'Image',
    header: 'Image',
    width: '3.75rem',
    cell: (record, index) => {
      const image = getProductImage(record);
      const label = `Image of ${record.name}`;
      const hint = image?.info && formatFile(image.info);
      return (
        <EditableCell name="thumbnail" record={record}>
          {image ? (
            <Thumbnail hint={hint} image={{ src: image.src, label }} isEager={index < eagerRows} />
          ) : (
            <NoImage />
          )}
        </EditableCell>
      );
    },
  },
  column.field('name', { header: 'Name' }),
  column.field('sku', { width: '8.6%', isEditable: true }),
  { ...column.field('categoryId', { width: '16.5%' }), sortName: 'categoryId' },
  { ...column.field('subCategoryId', { width: '14%' }), isHiddenByDefault: 'narrow' },
  { ...column.field('price', { width: '6rem' }), cell: (record) => <Price record={record} /> },
  {
    id: 'variantCount',
    header: 'Variants',
    width: '5.75rem',
    isNumeric: true,
    sortName: 'variantCount',
    cell: (record) => <VariantCount record={record} />,
  },
  column.field('status', { width: '6.5rem' }),
  column.actions(),
];

/** Only our servers count images and compute the completeness. */
const fullColumns = specifiedColumns.toSpliced(-2, 0, imageCount, completeness);

const CategoryFilter = lazyComponent(async () => (await import('./category-filter.tsx')).CategoryFilter);

const ExpandedVariants = lazyComponent(async () => (await import('./product-view.tsx')).ExpandedVariants);

const customFilters: readonly CustomFilter[] = [{ names: ['categoryId', 'subCategoryId'], Input: CategoryFilter }];

const details: RowDetails<Product> = {
  canExpand: (record) => countVariants(record) !== undefined,
  render: (record) => <ExpandedVariants id={record._id} count={countVariants(record) ?? 0} />,
};

const ImportLink = () => {
  const can = useCan(product.name);
  if (!can('create')) return null;
  return (
    <Button component={Link} to={product.paths.import} leftSection={<IconFileSpreadsheet size="1rem" />}>
      Import
    </Button>
  );
};

export const ProductList = () => {
  usePhotoDrop();
  const columns = useIsFullServer() ? fullColumns : specifiedColumns;
  return (
    <ListPage
      resource={product}
      columns={columns}
      customFilters={customFilters}
      details={details}
      headerActions={<ImportLink />}
      selectionActions={(chosen) => (
        <>
          <BulkEdit {...chosen} />
          <PrintActions {...chosen} />
        </>
      )}
    />
  );
};
