import { Card, Group, Skeleton, Text, Title } from '@mantine/core';
import { IconChevronRight } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router-dom';
import type { Icon } from '../../resource-kit/declared-screens.ts';
import { QueryError } from '../../resource-kit/query-error.tsx';
import classes from './home.module.css';

export const HomeCard = ({
  title,
  count,
  query,
  emptyText,
  children,
}: {
  title: string;
  count: number;
  query: { isPending: boolean; isError: boolean; error: unknown; refetch: () => unknown };
  emptyText: string;
  /** List items. */
  children: ReactNode;
}) => (
  <Card component="section" aria-label={title} padding={0}>
    <Group gap={8} className={classes.head}>
      <Title order={2} fz="0.875rem">
        {title}
      </Title>
      {count > 0 && <span className={`${classes.count} bo-tabular`}>{count.toLocaleString('en')}</span>}
    </Group>
    {query.isError && count === 0 && <QueryError query={query} />}
    {query.isPending && <Skeleton height="5rem" radius="md" m="md" w="auto" />}
    {!query.isError && !query.isPending && count === 0 && (
      <Text c="dimmed" fz="sm" className={classes.empty}>
        {emptyText}
      </Text>
    )}
    {count > 0 && <ul className={classes.list}>{children}</ul>}
  </Card>
);

type ItemProps = {
  icon: Icon;
  /** Without an address, the item is no link. */
  to?: string | undefined;
  detail?: ReactNode;
  /** A time, at the end of the line. */
  end?: string;
  children: ReactNode;
};

const ItemContent = ({ icon: ItemIcon, to, detail, end, children }: ItemProps) => (
  <>
    <span className={classes.icon}>
      <ItemIcon size="1.125rem" stroke={1.75} aria-hidden />
    </span>
    <span className={classes.text}>
      <span className={classes.title}>{children}</span>
      {detail && <span className={classes.detail}>{detail}</span>}
    </span>
    {end && <span className={`${classes.detail} bo-tabular`}>{end}</span>}
    {to && <IconChevronRight size="1rem" aria-hidden className={classes.chevron} />}
  </>
);

export const HomeItem = (props: ItemProps) => (
  <li>
    {props.to ? (
      <Link to={props.to} className={classes.item}>
        <ItemContent {...props} />
      </Link>
    ) : (
      <span className={classes.item}>
        <ItemContent {...props} />
      </span>
    )}
  </li>
);
