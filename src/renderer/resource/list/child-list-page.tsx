import { Button } from '@mantine/core';
import { IconFolderOpen } from '@tabler/icons-react';
import type { ComponentProps } from 'react';
import { Link, useParams } from 'react-router-dom';
import type { Resource } from '#shared/resource/define-resource.ts';
import { inSentence } from '#shared/resource/labels.ts';
import { parametersOf } from '#shared/resource/paths.ts';
import { PageHeader } from '../../ui/page-header.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { messageOf } from '../errors.ts';
import { useRecord } from '../hooks.ts';
import { getRecordTitle } from './list-context.tsx';
import classes from './list-page.module.css';
import { ListPage } from './list-page.tsx';

/** List of a parent's records. The path parameter is named like the referring field and contains the parent's id. */
export const ChildListPage = <R extends Resource>({
  parent,
  title = (parentTitle) => parentTitle,
  ...props
}: Pick<ComponentProps<typeof ListPage<R>>, 'resource' | 'columns'> & {
  parent: Resource;
  /** Default: the parent's title. */
  title?: (parentTitle: string) => string;
}) => {
  const [parentField = ''] = parametersOf(props.resource.paths.list ?? '');
  const { [parentField]: parentId = '' } = useParams();
  const found = useRecord(parent, parentId);
  const parentList = parent.paths.list ?? '';
  const backLabel = `Back to ${inSentence(parent.labelPlural)}`;
  if (found.isError) {
    return (
      <div className={classes.page}>
        <PageHeader title={props.resource.labelPlural} />
        <EmptyState
          icon={IconFolderOpen}
          title={messageOf(found.error)}
          action={
            <Button component={Link} to={parentList}>
              {backLabel}
            </Button>
          }
        />
      </div>
    );
  }
  return (
    <ListPage
      {...props}
      title={found.data ? title(getRecordTitle(parent, found.data)) : props.resource.labelPlural}
      back={{ label: backLabel, to: parentList }}
      fixed={{ [parentField]: parentId }}
    />
  );
};
