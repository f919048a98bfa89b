import { Button } from '@mantine/core';
import { IconWand } from '@tabler/icons-react';
import { Link } from 'react-router-dom';
import { catalogue } from '#shared/resources/catalogue.ts';
import { extraRoutes } from '#shared/routes.ts';
import { createListColumns } from '../../resource-kit/list/columns.tsx';
import { ListPage } from '../../resource-kit/list/list-page.tsx';
import { useIsFullServer } from '../../resource-kit/server-level.ts';
import { useCan } from '../../resource-kit/session-store.ts';

const column = createListColumns(catalogue);

const columns = [
  column.rowNumber(),
  column.field('pdf', { header: 'PDF', width: '17rem' }),
  column.field('name'),
  { ...column.field('status'), isHiddenByDefault: 'narrow' as const },
  column.actions(),
];

const MakeLink = () => {
  const can = useCan(catalogue.name);
  if (!useIsFullServer() || !can('create')) return null;
  return (
    <Button component={Link} to={extraRoutes.makeCatalogue} leftSection={<IconWand size="1rem" />}>
      Make from products
    </Button>
  );
};

export const CatalogueList = () => <ListPage resource={catalogue} columns={columns} headerActions={<MakeLink />} />;
