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
import { getProductImage } from './product-image.ts';

const column = createListColumns(product);

const columns = [
  column.rowNumber(),
  {
    id: 'Image',
    header: 'Image',
    width: '6rem',
    cell: (record: RecordOf<typeof product>) => {
      const image = getProductImage(record);
      if (image === null) return <NoImage />;
      const { src, info } = image;
      return <Thumbnail hint={info && formatFile(info)} image={{ src, label: `Image of ${record.name}` }} />;
    },
  },
  column.field('name', { header: 'Name' }),
  column.field('status', { width: '8rem' }),
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
