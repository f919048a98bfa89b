import { Box, Button, Card, Group, Skeleton, Title } from '@mantine/core';
import { IconArrowLeft, IconLock } from '@tabler/icons-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { FormProvider } from 'react-hook-form';
import { Link, useLocation, useNavigate, useParams } from 'react-router-dom';
import type { AnyRecord, Resource } from '#shared/resource-kit/define-resource.ts';
import { inSentence } from '#shared/resource-kit/labels.ts';
import { fillPath } from '#shared/resource-kit/paths.ts';
import { texts } from '#shared/texts.ts';
import { keepToastsAbove } from '../../ui/keep-toasts-above.ts';
import { PageHeader } from '../../ui/page-header.tsx';
import { formatUploadProgress, ProgressBar } from '../../ui/progress-bar.tsx';
import { handleSaveShortcut } from '../../ui/shortcuts.ts';
import { EmptyState } from '../../ui/states.tsx';
import { getErrorMessage, getErrorStatus } from '../errors.ts';
import { HistoryButton } from '../history/history.tsx';
import { useRecord } from '../hooks.ts';
import { getWindowTitle } from '../list/list-context.tsx';
import { QueryError } from '../query-error.tsx';
import { useCan } from '../session-store.ts';
import { AddAnotherCheckbox, type AddAnotherState, useAddAnother } from './add-another.tsx';
import { DraftBanner } from './draft-banner.tsx';
import { Field } from './field.tsx';
import { ResourceFormContext } from './form-context.ts';
import classes from './form-page.module.css';
import type { InitialValues } from './form-values.ts';
import { useResourceForm, type ValidateForm } from './use-resource-form.ts';
import { useUnsavedChangesGuard } from './use-unsaved-changes-guard.ts';

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
  <Card
    withBorder
    radius="lg"
    padding="lg"
    shadow="xs"
    component="section"
    className={classes.section}
    aria-label={title}
  >
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

type FormPageProps<R extends Resource> = {
  resource: R;
  /** Record to edit if its id is not in the path. */
  id?: string;
  /** Default: the ids in the path, as a child belongs to its parent. */
  initialValues?: InitialValues;
  validate?: ValidateForm;
  /** Target of Cancel and a successful save. Default: the list as the user left it. */
  listPath?: string;
  saveLabels?: { add: string; edit: string };
  content: ReactNode;
  sidebar?: ReactNode;
  fullWidth?: ReactNode;
};

const RecordForm = <R extends Resource>(
  props: FormPageProps<R> & {
    record: AnyRecord | null;
    addAnother: AddAnotherState;
    title: string;
    returnTo: string;
  },
) => {
  const { resource, record, addAnother, title, returnTo, saveLabels } = props;
  const navigate = useNavigate();
  const resourceForm = useResourceForm({
    ...props,
    onSaved: () => {
      if (!record && addAnother.isChecked) return addAnother.startNext();
      allowLeaving();
      navigate(returnTo);
    },
  });
  const { form, isSaving, isReadingFiles, progress, uploadProgress } = resourceForm;
  const saveLabel = saveLabels?.[record ? 'edit' : 'add'] ?? texts.form.save;
  const allowLeaving = useUnsavedChangesGuard(resourceForm.isDirty, resourceForm.draft.discard);
  const root = useRef<HTMLFormElement>(null);
  useEffect(() => {
    const isNext = addAnother.formKey > 0;
    if (isNext) root.current?.querySelector<HTMLElement>('input, textarea, [contenteditable]')?.focus();
  }, [addAnother.formKey]);
  return (
    <FormProvider {...form}>
      <ResourceFormContext value={{ resource, record: resourceForm.record, isSaving, progress }}>
        <form
          ref={root}
          noValidate
          onSubmit={resourceForm.submit}
          onKeyDown={handleSaveShortcut}
          className={classes.page}
          aria-label={title}
        >
          <div className={classes.header}>
            <PageHeader
              title={title}
              windowTitle={record ? getWindowTitle(resource, record, title) : undefined}
              back={{ label: `Back to ${inSentence(resource.labelPlural)}`, to: returnTo }}
            >
              {record && <HistoryButton resource={resource} record={record} />}
            </PageHeader>
          </div>
          <div className={classes.body}>
            <DraftBanner draft={resourceForm.draft.offered} />
            <div className={classes.columns}>
              <div className={classes.column}>{props.content}</div>
              <div className={classes.column}>{props.sidebar}</div>
              {props.fullWidth && <div className={classes.wide}>{props.fullWidth}</div>}
            </div>
          </div>
          <footer ref={keepToastsAbove} className={classes.footer}>
            <Group justify="flex-end" gap={12}>
              {uploadProgress && (
                <Box flex={1} miw="12rem" maw="24rem" me="auto">
                  <ProgressBar
                    label="Uploading files"
                    text={formatUploadProgress(uploadProgress)}
                    value={uploadProgress.fraction}
                  />
                </Box>
              )}
              {!record && !resource.isSingleton && progress === null && (
                <AddAnotherCheckbox addAnother={addAnother} isDisabled={isSaving} />
              )}
              {uploadProgress ? (
                <Button
                  // The upload is complete, so the server will save the record.
                  disabled={uploadProgress.fraction >= 1}
                  onClick={resourceForm.cancelUpload}
                >
                  Cancel upload
                </Button>
              ) : (
                <Button component={Link} to={returnTo}>
                  {texts.form.cancel}
                </Button>
              )}
              <Button type="submit" variant="brand" disabled={isSaving}>
                {isSaving ? 'Saving…' : isReadingFiles ? 'Reading files…' : saveLabel}
              </Button>
            </Group>
          </footer>
        </form>
      </ResourceFormContext>
    </FormProvider>
  );
};

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
  const record = useRecord(resource, isAllowed ? id : undefined);
  const addAnother = useAddAnother();
  const { state } = useLocation();
  // The list as the user left it, with search and page, unless the form specifies an address.
  const returnTo: string = props.listPath ?? state?.listPath ?? fillPath(resource.paths.list ?? '', params);
  const title = `${id === undefined ? 'Add' : 'Edit'} ${resource.label}`;
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
  if (id === undefined) return <RecordForm key={addAnother.formKey} {...formProps} record={null} />;
  // The server would reject the version of an outdated cached record.
  if (record.data && record.isFetchedAfterMount)
    return <RecordForm key={id} {...formProps} record={record.data} />;
  return (
    <FormMessage title={title}>
      {!record.isError ? (
        <div className={classes.body} aria-busy="true">
          <div className={classes.columns}>
            <Skeleton height="20rem" radius="lg" />
            <Skeleton height="8rem" radius="lg" />
          </div>
        </div>
      ) : getErrorStatus(record.error) === 404 ? (
        <EmptyState icon={IconArrowLeft} title={getErrorMessage(record.error)} action={back} />
      ) : (
        <QueryError query={record} />
      )}
    </FormMessage>
  );
};
