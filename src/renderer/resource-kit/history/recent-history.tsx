import { Anchor, Avatar, Skeleton, Text } from '@mantine/core';
import { Link } from 'react-router-dom';
import type { AnyRecord, Resource } from '#shared/resource-kit/define-resource.ts';
import { formatDateTime, formatRelativeTime } from '../../ui/format.ts';
import { describeChange } from './describe-change.ts';
import { getAuthorName, getHistoryPath, useHistory } from './history.tsx';
import classes from './recent-history.module.css';

const page = { pageIndex: 0, pageSize: 5 };

const RecentChanges = ({ resource, record }: { resource: Resource; record: AnyRecord }) => {
  const { data } = useHistory({ resource: resource.name, recordId: record._id, ...page });
  if (!data) return <Skeleton height="10rem" />;
  if (data.data.length === 0)
    return (
      <Text fz="0.8125rem" c="dimmed" p="sm">
        No changes yet
      </Text>
    );
  return (
    <ol className={classes.changes}>
      {data.data.map((entry) => (
        <li key={entry._id}>
          <Avatar size={24} name={getAuthorName(entry)} alt="" />
          <div>
            <Text fz="0.8125rem">
              <b>{getAuthorName(entry)}</b> {describeChange(entry).text}
            </Text>
            <Text fz="xs" c="dimmed" title={formatDateTime(entry.at)}>
              {formatRelativeTime(entry.at)}
            </Text>
          </div>
        </li>
      ))}
    </ol>
  );
};

/** The last changes of a record. */
export const RecentHistory = (props: { resource: Resource; record: AnyRecord }) => {
  const { resource, record } = props;
  return (
    <section aria-label="Recent changes" className={classes.history}>
      <RecentChanges {...props} />
      <Anchor component={Link} to={getHistoryPath(resource.name, record._id)} fz="0.8125rem" className={classes.all}>
        Show all changes
      </Anchor>
    </section>
  );
};
