import { Skeleton } from '@mantine/core';
import { PageHeader } from '../../ui/page-header.tsx';
import classes from './conversation.module.css';

/** Stands until it is known what the server has. */
export const OpeningPage = () => (
  <div className={classes.page} aria-busy="true">
    <PageHeader title="Help and support" />
    <Skeleton height="16rem" radius="lg" />
  </div>
);
