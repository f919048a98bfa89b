import { Button, Group, Stack, Text } from '@mantine/core';
import { Link, useLocation } from 'react-router-dom';
import { routes } from '#shared/routes.ts';
import { PageHeader } from '../ui/page-header.tsx';
import { entryOf } from './navigation.ts';
import classes from './shell.module.css';

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
      <Stack gap="md" align="start">
        <Text maw="40rem">{`${title} is not part of this version yet. You can go on with one of these:`}</Text>
        <Group>
          {ways.map(({ label, to }) => (
            <Button key={to} component={Link} to={to} variant="default">
              {label}
            </Button>
          ))}
        </Group>
      </Stack>
    </div>
  );
};
