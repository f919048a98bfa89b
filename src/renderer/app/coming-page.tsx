import { Button, Group } from '@mantine/core';
import { IconTools } from '@tabler/icons-react';
import { Link, useLocation } from 'react-router-dom';
import { routes } from '#shared/routes.ts';
import { PageHeader } from '../ui/page-header.tsx';
import { EmptyState } from '../ui/states.tsx';
import { entryOf } from './navigation.ts';
import classes from './shell/shell.module.css';

const ways = [
  { label: 'FAQ', to: routes.faqList },
  { label: 'Category', to: routes.categoryList },
  { label: 'Country', to: routes.countryList },
  { label: 'Region', to: routes.regionList },
];

/** Stands where a screen comes later, and leads on to those that are there. */
export const ComingPage = () => {
  const { pathname } = useLocation();
  const title = entryOf(pathname)?.label ?? 'This page';
  return (
    <div className={classes.plainPage} key={title}>
      <PageHeader title={title} />
      <EmptyState
        icon={<IconTools size="1.75rem" stroke={1.5} />}
        title={`${title} is not part of this version yet. You can go on with one of these:`}
        action={
          <Group gap="xs" justify="center">
            {ways.map(({ label, to }) => (
              <Button key={to} component={Link} to={to} variant="default">
                {label}
              </Button>
            ))}
          </Group>
        }
      />
    </div>
  );
};
