import { Button, Card, Group, Stack, Title } from '@mantine/core';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import type { Resource } from '#shared/resource-kit/define-resource.ts';
import formClasses from '../../resource-kit/form/form-page.module.css';
import { keepToastsAbove } from '../../ui/keep-toasts-above.ts';
import { PageHeader } from '../../ui/page-header.tsx';
import classes from './make-catalogue.module.css';

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

/** A page with choices, a preview beside them, and the actions below. */
export const PrintPage = ({
  title,
  owner,
  preview,
  actions,
  children,
}: {
  title: string;
  /** The resource to whose list the page leads back. */
  owner: Resource;
  preview: ReactNode;
  actions: ReactNode;
  children: ReactNode;
}) => (
  <div className={formClasses.page}>
    <div className={formClasses.header}>
      <PageHeader title={title} breadcrumb={[{ label: owner.labelPlural, to: String(owner.paths.list) }]} />
    </div>
    <div className={formClasses.body}>
      <div className={classes.columns}>
        <Stack gap="md">{children}</Stack>
        {preview}
      </div>
    </div>
    <footer ref={keepToastsAbove} className={formClasses.footer}>
      <Group justify="flex-end" gap={12}>
        <Button component={Link} to={String(owner.paths.list)}>
          Cancel
        </Button>
        {actions}
      </Group>
    </footer>
  </div>
);
