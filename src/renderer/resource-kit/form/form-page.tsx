import { Box, Button, Card, Group, Skeleton, Title } from '@mantine/core';
import { IconLock } from '@tabler/icons-react';
import { type ComponentType, type ReactNode, type RefObject, useEffect } from 'react';
import { Link, useLocation, useNavigate, useParams, useSearchParams } from 'react-router-dom';
import type { AnyRecord, Resource } from '#shared/resource-kit/define-resource.ts';
import { hasPages } from '#shared/resource-kit/fields.ts';
import { inSentence } from '#shared/resource-kit/labels.ts';
import { fillPath, screenPaths } from '#shared/resource-kit/paths.ts';
import { texts } from '#shared/texts.ts';
import { keepToastsAbove } from '../../ui/keep-toasts-above.ts';
import { PageHeader } from '../../ui/page-header.tsx';
import { formatUploadProgress, ProgressBar } from '../../ui/progress-bar.tsx';
import { EmptyState } from '../../ui/states.tsx';
import type { RecordCopy } from '../declared-screens.ts';
import { useRecord } from '../hooks.ts';
import { setRelatedRecord } from '../kinds/related-record.tsx';
import { UsedBySection } from '../list/used-by.tsx';
import { copyOfParam, queuedParam } from '../list-params.ts';
import { useHasStatus } from '../open-page.ts';
import { RecordError } from '../query-error.tsx';
import { fillPathWithRecord } from '../record-paths.ts';
import { useIsFullServer } from '../server-level.ts';
import { useCan } from '../session-store.ts';
import { useUnsavedChangesGuard } from '../use-unsaved-changes-guard.ts';
import { useRecordCopy } from './copy-record.ts';
import { FormField } from './duplicate-name.tsx';
import { FormHeader } from './form-header.tsx';
import classes from './form-page.module.css';
import {
  AddAnotherCheckbox,
  type AddAnotherState,
  ErrorSummary,
  FormElement,
  FormNotices,
  SaveButton,
  useAddAnother,
} from './form-parts.tsx';
import type { InitialValues } from './form-values.ts';
import type { MergeLists } from './use-merge.ts';
import { type SavedRecord, useResourceForm, type ValidateForm } from './use-resource-form.ts';
import { WebsiteFields } from './website-fields.tsx';

/** Card of a form: the inputs of the named fields, then `children`. */
export const FormSection = (props: { title: string; fields?: readonly string[]; children?: ReactNode }) => (
  <Card component="section" className={classes.section} aria-label={props.title}>
    <Title order={2} mb="md">
      {props.title}
    </Title>
    <div className={classes.fields}>
      {props.fields?.map((name) => (
        <FormField key={name} name={name} />
      ))}
      {props.children}
    </div>
  </Card>
);

export const StatusSection = ({ resource }: { resource: Resource }) =>
  useHasStatus(resource) && <FormSection title="Visibility" fields={['status']} />;

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
      ) : (
        <RecordError resource={resource} query={source} listPath={returnTo} />
      )}
    </FormMessage>
  );
};

setRelatedRecord(async () => (await import('./form-modal.tsx')).RelatedRecord);

export type FormPageProps<R extends Resource> = {
  resource: R;
  /** Default: "Add" or "Edit" and the label of the resource. */
  title?: string;
  /** Record to edit if its id is not in the path. */
  id?: string;
  /** Default: the ids in the path, as a child belongs to its parent. */
  initialValues?: InitialValues;
  validate?: ValidateForm;
  mergeLists?: MergeLists;
  /** Target of Cancel and a successful save. Default: the list as the user left it. */
  listPath?: string;
  saveLabels?: { add: string; edit: string };
  /** Labels of values that aren't fields of the resource, for the summary of errors. */
  extraLabels?: Readonly<Record<string, string>>;
  content: ReactNode;
  sidebar?: ReactNode;
  fullWidth?: ReactNode;
  /** Tabs for the sections of a long form. */
  Tabs?: ComponentType<{ formRef: RefObject<HTMLFormElement | null> }>;
};

type RecordFormProps<R extends Resource> = FormPageProps<R> & {
  record: AnyRecord | null;
  copy?: RecordCopy;
  /** Id of the waiting change that creates the record. */
  queuedId?: string;
  addAnother: AddAnotherState;
  title: string;
  returnTo: string;
};

/** Form of a page, for a new record or an existing one. */
const RecordForm = <R extends Resource>(props: RecordFormProps<R>) => {
  const { resource, record, addAnother, title, returnTo, saveLabels, Tabs } = props;
  const navigate = useNavigate();
  const { state } = useLocation();
  const isFull = useIsFullServer() === true;
  const openSaved = ({ id, staysOpen }: SavedRecord) => {
    const { edit } = screenPaths(resource.paths);
    if (!staysOpen && !record && addAnother.isChecked) return addAnother.startNext();
    allowLeaving();
    if (!staysOpen || id === undefined || !edit) return navigate(returnTo);
    const path = fillPathWithRecord(edit, { ...resourceForm.form.getValues(), _id: id });
    return navigate(path, { replace: true, state });
  };
  const resourceForm = useResourceForm({ ...props, onSaved: (saved) => void openSaved(saved) });
  const { formRef, isSaving, isDirty, upload, saveAndStay } = resourceForm;
  const allowLeaving = useUnsavedChangesGuard(isDirty, resourceForm.draft.discard);
  useEffect(() => {
    const isNext = addAnother.formKey > 0;
    if (isNext) formRef.current?.querySelector<HTMLElement>('input, textarea, [contenteditable]')?.focus();
  }, [addAnother.formKey, formRef]);
  const website = hasPages(resource) && isFull && (
    <FormSection title="Website">
      <WebsiteFields />
    </FormSection>
  );
  return (
    <FormElement resourceForm={resourceForm} onSaveAndStay={saveAndStay} className={classes.page} aria-label={title}>
      <div className={classes.header}>
        <FormHeader
          resource={resource}
          record={record}
          title={title}
          isDirty={isDirty}
          formRef={formRef}
          hasSections={!Tabs && Boolean(props.sidebar ?? props.fullWidth)}
          breadcrumb={[{ label: resource.labelPlural, to: returnTo }]}
        />
        {Tabs && <Tabs formRef={formRef} />}
      </div>
      <div className={classes.body} data-scroll>
        <FormNotices {...resourceForm} />
        <div className={classes.columns}>
          <div className={classes.column}>
            {props.content}
            {!props.fullWidth && website}
          </div>
          <div className={classes.column}>{props.sidebar}</div>
          {props.fullWidth && (
            <div className={classes.wide}>
              {props.fullWidth}
              {website}
            </div>
          )}
        </div>
        {record && <UsedBySection isCard resource={resource} record={record} />}
      </div>
      <footer ref={keepToastsAbove} className={classes.footer}>
        <Group justify="flex-end" gap={12}>
          <ErrorSummary resourceForm={resourceForm} extraLabels={props.extraLabels} />
          {upload && (
            <Box flex={1} miw="12rem" maw="24rem" me="auto">
              <ProgressBar label="Uploading files" text={formatUploadProgress(upload)} value={upload.fraction} />
            </Box>
          )}
          {!record && !resource.isSingleton && !upload && (
            <AddAnotherCheckbox addAnother={addAnother} isDisabled={isSaving} />
          )}
          {upload ? (
            <Button
              // The upload is complete, so the server will save the record.
              disabled={upload.fraction >= 1}
              onClick={resourceForm.cancelUpload}
            >
              Cancel upload
            </Button>
          ) : (
            <Button component={Link} to={returnTo}>
              {texts.form.cancel}
            </Button>
          )}
          <SaveButton
            label={saveLabels?.[record ? 'edit' : 'add'] ?? texts.form.save}
            resourceForm={resourceForm}
            onSaveAndStay={saveAndStay}
          />
        </Group>
      </footer>
    </FormElement>
  );
};
