import { Button, Card, Skeleton, Title } from '@mantine/core';
import { IconArrowLeft, IconLock } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Link, useLocation, useParams, useSearchParams } from 'react-router-dom';
import type { Resource } from '#shared/resource-kit/define-resource.ts';
import { inSentence } from '#shared/resource-kit/labels.ts';
import { fillPath } from '#shared/resource-kit/paths.ts';
import { PageHeader } from '../../ui/page-header.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { getErrorMessage, getErrorStatus } from '../errors.ts';
import { useRecord } from '../hooks.ts';
import { copyOfParam, queuedParam } from '../list-params.ts';
import { QueryError } from '../query-error.tsx';
import { useCan } from '../session-store.ts';
import { useRecordCopy } from './copy-record.ts';
import { Field } from './field.tsx';
import { useAddAnother } from './form-actions.tsx';
import classes from './form-page.module.css';
import { type FormPageProps, RecordForm } from './record-form.tsx';

/** Card of a form: the inputs of the named fields, then `children`. */
export const FormSection = ({
  title,
  fields = [],
  children,
}: {
  title: string;
  fields?: readonly string[];
  children?: ReactNode;
}) => (
  <Card component="section" className={classes.section} aria-label={title}>
    <Title order={2} mb="md">
      {title}
    </Title>
    <div className={classes.fields}>
      {fields.map((name) => (
        <Field key={name} name={name} />
      ))}
      {children}
    </div>
  </Card>
);

export const StatusSection = () => <FormSection title="Visibility" fields={['status']} />;

const FormMessage = ({ title, children }: { title: string; children: ReactNode }) => (
  <div className={classes.page}>
    <div className={classes.header}>
      <PageHeader title={title} />
    </div>
    {children}
  </div>
);

/** Adds a record, or edits the one whose id is in the address. */
export const FormPage = <R extends Resource>(props: FormPageProps<R>) => {
  const { resource } = props;
  const params = useParams();
  const { id = props.id, ...parents } = params;
  const can = useCan(resource.name);
  const isAllowed = can(id === undefined ? 'create' : 'update');
  const [search] = useSearchParams();
  const copyOf = (id === undefined && search.get(copyOfParam)) || undefined;
  const record = useRecord(resource, isAllowed ? id : undefined);
  const copy = useRecordCopy(resource, isAllowed ? copyOf : undefined);
  const addAnother = useAddAnother();
  // The next record is another one.
  const queuedId = (addAnother.formKey === 0 && search.get(queuedParam)) || undefined;
  const { state } = useLocation();
  // The list as the user left it, with search and page, unless the form specifies an address.
  const returnTo: string = props.listPath ?? state?.listPath ?? fillPath(resource.paths.list ?? '', params);
  const { title = `${id === undefined ? 'Add' : 'Edit'} ${resource.label}` } = props;
  const back = (
    <Button component={Link} to={returnTo}>
      {`Back to ${inSentence(resource.labelPlural)}`}
    </Button>
  );
  if (!isAllowed) {
    return (
      <FormMessage title={title}>
        <EmptyState
          icon={IconLock}
          title={`You don’t have permission to edit ${inSentence(resource.labelPlural)}`}
          action={back}
        />
      </FormMessage>
    );
  }
  const formProps = { initialValues: parents, ...props, addAnother, title, returnTo };
  if (id === undefined && (copyOf === undefined || copy.data)) {
    const key = `${copyOf} ${queuedId} ${addAnother.formKey}`;
    return <RecordForm key={key} {...formProps} record={null} copy={copy.data} queuedId={queuedId} />;
  }
  // The server would reject the version of an outdated cached record.
  if (record.data && record.isFetchedAfterMount) return <RecordForm key={id} {...formProps} record={record.data} />;
  const source = copyOf === undefined ? record : copy;
  return (
    <FormMessage title={title}>
      {!source.isError ? (
        <div className={classes.body} aria-busy="true">
          <div className={classes.columns}>
            <Skeleton height="20rem" radius="lg" />
            <Skeleton height="8rem" radius="lg" />
          </div>
        </div>
      ) : getErrorStatus(source.error) === 404 ? (
        <EmptyState icon={IconArrowLeft} title={getErrorMessage(source.error)} action={back} />
      ) : (
        <QueryError query={source} />
      )}
    </FormMessage>
  );
};
