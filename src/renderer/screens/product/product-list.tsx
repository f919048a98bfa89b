import { Button } from '@mantine/core';
import { IconFileSpreadsheet } from '@tabler/icons-react';
import { Link } from 'react-router-dom';
import type { RecordOf } from '#shared/resource-kit/define-resource.ts';
import { product } from '#shared/resources/product.ts';
import { createListColumns } from '../../resource-kit/list/columns.tsx';
import { ListPage } from '../../resource-kit/list/list-page.tsx';
import { useCan } from '../../resource-kit/session-store.ts';
import { formatFile } from '../../ui/format.ts';
import { NoImage, Thumbnail } from '../../ui/image-preview.tsx';
import { BulkEdit } from './bulk-edit/bulk-edit.tsx';
import { countVariants, getProductImage } from './product-image.ts';

const column = createListColumns(product);

const columns = [
  column.rowNumber(),
  {
    id: 'Image',
    header: 'Image',
    width: '4rem',
    cell: (record: RecordOf<typeof product>) => {
      const image = getProductImage(record);
      if (image === null) return <NoImage />;
      const { src, info } = image;
      return <Thumbnail hint={info && formatFile(info)} image={{ src, label: `Image of ${record.name}` }} />;
    },
  },
  column.field('name', { header: 'Name' }),
  column.field('sku', { width: '10.5%' }),
  column.field('categoryId', { width: '14%' }),
  column.field('price', { width: '9%' }),
  {
    ...{ id: 'variantCount', header: 'Variants', width: '8%', isNumeric: true },
    cell: (record: RecordOf<typeof product>) => (
      <span className="bo-tabular">{countVariants(record)?.toLocaleString('en')}</span>
    ),
  },
  column.field('status', { width: '7.25rem' }),
  column.actions(),
];

const ImportLink = () => {
  const can = useCan(product.name);
  if (!can('create')) return null;
  return (
    <Button component={Link} to={product.paths.import} leftSection={<IconFileSpreadsheet size="1rem" />}>
      Import
    </Button>
  );
};

export const ProductList = () => (
  <ListPage
    resource={product}
    columns={columns}
    headerActions={<ImportLink />}
    selectionActions={(chosen) => <BulkEdit {...chosen} />}
  />
);
