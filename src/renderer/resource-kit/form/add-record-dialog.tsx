import { type ComponentType, lazy, Suspense } from 'react';
import type { Resource } from '#shared/resource-kit/define-resource.ts';
import type { FormValues } from './field-props.ts';

type AddRecordDialogProps = {
  resource: Resource;
  initialValues: FormValues;
  /** Fields whose initial values the user can't change. */
  hiddenFields: readonly string[];
  onClose: () => void;
  /** Called with the id, if the server returns it. The dialog is to be closed then. */
  onAdded: (added: { id: string | undefined; title: string }) => void;
};

type LoadDialog = () => Promise<ComponentType<AddRecordDialogProps & { record: null }>>;

let loadDialog: LoadDialog | undefined;

/** Set by the forms, because the dialog has all of their inputs, and an input opens it. */
export const setAddRecordDialog = (load: LoadDialog): void => {
  loadDialog = load;
};

const Dialog = lazy(async () => {
  if (!loadDialog) throw new Error('No form has been loaded');
  return { default: await loadDialog() };
});

/** Adds a record in a dialog above another form. */
export const AddRecordDialog = (props: AddRecordDialogProps) => (
  <Suspense>
    <Dialog {...props} record={null} />
  </Suspense>
);
