import { Button } from '@mantine/core';
import { IconFolderOpen } from '@tabler/icons-react';
import type { ComponentType } from 'react';
import { Link, useParams } from 'react-router-dom';
import type { RecordOf, Resource } from '#shared/resource-kit/define-resource.ts';
import { isAltField, isPositionField, isReferenceField } from '#shared/resource-kit/fields.ts';
import { inSentence } from '#shared/resource-kit/labels.ts';
import { listParameters } from '#shared/resource-kit/paths.ts';
import { PageHeader } from '../../ui/page-header.tsx';
import { EmptyState } from '../../ui/states.tsx';
import type { Column } from '../../ui/table-columns.ts';
import { getErrorMessage } from '../errors.ts';
import type { ValidateForm } from '../form/use-resource-form.ts';
import { useRecord } from '../hooks.ts';
import { createListColumns, type ListColumns } from '../list/columns.tsx';
import classes from '../list/list-page.module.css';
import { ListPage, type ListPageProps } from '../list/list-page.tsx';
import { getTabFilter } from '../list/list-state.tsx';
import { isUnavailable } from '../query-error.tsx';
import { getRecordTitle } from '../record-paths.ts';
import type { ViewedValue } from '../view-page.tsx';

type FieldName<R extends Resource> = keyof R['fields'] & string;

// Field names by card title.
export type Sections<R extends Resource> = Readonly<Record<string, readonly FieldName<R>[]>>;

/** Differences from the default screens, which show every field in its declared order. */
export type Layout<R extends Resource> = {
  /** The parent resource, whose sidebar entry stays active on these screens. */
  parent?: Resource;
  /** Title of the list; derived from the parent record's title in a child list. */
  title?: string | ((parentTitle: string) => string);
  widths?: { [K in FieldName<R>]?: string };
  columns?: (column: ListColumns<R>) => Column<RecordOf<R>>[];
  tabs?: FieldName<R>;
  listOptions?: Pick<ListPageProps<R>, 'view' | 'addLabel' | 'emptyText'>;
  sections?: Sections<R>;
  /** Cards beside the form, above the status card. */
  sidebarSections?: Sections<R>;
  validate?: ValidateForm;
  saveLabels?: { add: string; edit: string };
  /** Title of the view; default: the title of the record. */
  viewTitle?: string;
  /** Fields of the view in order. */
  values?: readonly ViewedValue<R>[];
};

export const defaultColumns = <R extends Resource>(
  resource: R,
  { columns, widths }: Layout<R>,
): Column<RecordOf<R>>[] => {
  const column = createListColumns(resource);
  if (columns) return columns(column);
  return [
    column.rowNumber(),
    ...Object.entries(resource.fields)
      .filter(([, field]) => !isAltField(field) && !isPositionField(field))
      .map(([name, field]) =>
        column.field(name, {
          ...(isReferenceField(field) && { header: `${field.label} Name` }),
          width: widths?.[name],
        }),
      ),
    column.actions(),
  ];
};

// List of a parent's records. The path parameter is named like the referring field and contains the parent's id.
const ChildListPage = <R extends Resource>({
  parent,
  title,
  ...props
}: Omit<ListPageProps<R>, 'title'> & { parent: Resource; title: (parentTitle: string) => string }) => {
  const [parentField = ''] = listParameters(props.resource.paths.list ?? '');
  const { [parentField]: parentId = '' } = useParams();
  const parentQuery = useRecord(parent, parentId);
  const parentList = parent.paths.list ?? '';
  if (isUnavailable(parentQuery)) {
    return (
      <div className={classes.page}>
        <PageHeader title={props.resource.labelPlural} />
        <EmptyState
          icon={IconFolderOpen}
          title={getErrorMessage(parentQuery.error)}
          action={
            <Button component={Link} to={parentList}>
              {`Back to ${inSentence(parent.labelPlural)}`}
            </Button>
          }
        />
      </div>
    );
  }
  const parentTitle = parentQuery.data && getRecordTitle(parent, parentQuery.data);
  return (
    <ListPage
      {...props}
      title={parentTitle === undefined ? props.resource.labelPlural : title(parentTitle)}
      windowTitle={parentTitle === undefined ? undefined : [parentTitle, props.resource.labelPlural]}
      breadcrumb={[{ label: parent.labelPlural, to: parentList }]}
      fixedFilters={{ [parentField]: parentId }}
    />
  );
};

/** List of a resource whose records open on their own pages. A single record can be added only once. */
export const defaultList = <R extends Resource>(resource: R, layout: Layout<R>): ComponentType => {
  const { parent, title, tabs, listOptions } = layout;
  const list = { resource, columns: defaultColumns(resource, layout), ...listOptions };
  if (resource.isSingleton) {
    const emptyText = `No ${resource.label} yet`;
    return () => <ListPage {...list} showAdd="empty" canRemove={false} emptyText={emptyText} />;
  }
  if (parent && listParameters(resource.paths.list ?? '').length > 0) {
    const getTitle = typeof title === 'function' ? title : (parentTitle: string) => parentTitle;
    return () => <ChildListPage {...list} parent={parent} title={getTitle} />;
  }
  const tabFilter = tabs && getTabFilter(resource, tabs);
  const breadcrumb = parent && [{ label: parent.labelPlural, to: parent.paths.list ?? '' }];
  const shownTitle = typeof title === 'string' ? title : undefined;
  return () => <ListPage {...list} title={shownTitle} tabFilter={tabFilter} breadcrumb={breadcrumb} />;
};
