import { Button } from '@mantine/core';
import { IconBuildingStore, IconFileDiff, IconWand } from '@tabler/icons-react';
import { Link } from 'react-router-dom';
import { catalogue } from '#shared/resources/catalogue.ts';
import { dealer } from '#shared/resources/dealer.ts';
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

const PrintLinks = () => {
  const can = useCan(catalogue.name);
  if (!useIsFullServer() || !can('create')) return null;
  const links = [
    { to: String(dealer.paths.list), label: dealer.labelPlural, icon: <IconBuildingStore size="1rem" aria-hidden /> },
    { to: extraRoutes.catalogueChanges, label: 'What changed', icon: <IconFileDiff size="1rem" aria-hidden /> },
    { to: extraRoutes.makeCatalogue, label: 'Make from products', icon: <IconWand size="1rem" aria-hidden /> },
  ];
  return links.map(({ to, label, icon }) => (
    <Button key={to} component={Link} to={to} leftSection={icon}>
      {label}
    </Button>
  ));
};

export const CatalogueList = () => <ListPage resource={catalogue} columns={columns} headerActions={<PrintLinks />} />;
