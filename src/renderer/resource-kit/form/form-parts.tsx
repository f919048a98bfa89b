import { Anchor, Button, Checkbox, Group, Kbd, Menu, Text } from '@mantine/core';
import { IconAlertTriangle, IconChevronDown, IconClockUp, IconUserEdit } from '@tabler/icons-react';
import { type ComponentProps, useState } from 'react';
import { FormProvider, useFormState } from 'react-hook-form';
import type { Status } from '#shared/resource-kit/fields.ts';
import { formatCount, inSentence, joinSentences } from '#shared/resource-kit/labels.ts';
import { FindBar } from '../../ui/find-bar.tsx';
import { formatDateTime } from '../../ui/format.ts';
import { WarningBanner } from '../../ui/inline-alert.tsx';
import { createFormKeyHandler, describeShortcut, useGlobalShortcut } from '../../ui/shortcuts.ts';
import { useHasStatus, useOpenRecord } from '../open-page.ts';
import { DraftBanner } from '../save/use-draft.tsx';
import { ResourceFormContext } from './field.tsx';
import classes from './form-page.module.css';
import type { FormValues } from './form-values.ts';
import type { ShownSave } from './use-held-save.ts';
import type { SavedMeanwhile } from './use-merge.ts';
import type { ResourceForm } from './use-resource-form.ts';

const describeSavedMeanwhile = (saved: SavedMeanwhile, label: string): string => {
  if (saved === 'deleted') return `This ${label} has been deleted, so your changes can’t be saved.`;
  const { isSelf, name } = saved.author;
  const author = isSelf ? 'You, in another window,' : (name ?? 'Someone else');
  return `${author} saved this ${label} while you were editing it.`;
};

const describeWaiting = ({ save, isLoaded }: ShownSave, label: string): string => {
  if (!isLoaded) return `A change to this ${label} is waiting to be sent. This form doesn’t show it.`;
  if (save.problem) return joinSentences(['Your change wasn’t saved', save.problem.message]);
  return `This form shows your change from ${formatDateTime(save.savedAt)}, which is waiting to be sent.`;
};

/** The form element, with what its inputs need, the keys that save it, and its actions in the command palette. */
export const FormElement = ({
  resourceForm,
  autoFocusName,
  onSaveAndStay,
  children,
  ...props
}: Pick<ComponentProps<'form'>, 'className' | 'aria-label' | 'children'> & {
  resourceForm: ResourceForm;
  autoFocusName?: string | undefined;
  onSaveAndStay: (() => void) | undefined;
}) => {
  const { form, formRef, inputForm, isSaving, submit } = resourceForm;
  const { resource, record } = inputForm;
  const save = () => formRef.current?.requestSubmit();
  // The focus may be outside the form, or nowhere in the moment after a dialog has closed.
  useGlobalShortcut('save', save);
  useGlobalShortcut('saveAndStay', onSaveAndStay ?? save);
  const [isFindOpen, setIsFindOpen] = useState(false);
  const openFind = () => setIsFindOpen(true);
  useGlobalShortcut('find', openFind);
  const status = useHasStatus(resource)
    ? {
        get: () => form.getValues('status') as Status,
        set: (next: Status) => form.setValue('status', next, { shouldDirty: true }),
      }
    : undefined;
  useOpenRecord({ resource, record, screen: 'form', ...(!isSaving && { status, save, saveAndStay: onSaveAndStay }) });
  return (
    <FormProvider {...form}>
      <ResourceFormContext value={{ ...inputForm, autoFocusName, openFind }}>
        <form
          {...props}
          ref={formRef}
          noValidate
          onSubmit={submit}
          onKeyDown={createFormKeyHandler({ saveAndStay: onSaveAndStay ?? save, find: openFind })}
        >
          {isFindOpen && <FindBar root={formRef} onClose={() => setIsFindOpen(false)} />}
          {children}
        </form>
      </ResourceFormContext>
    </FormProvider>
  );
};

/** Notices above the fields of a form: others have saved the record, a save of it waits for the server, or there is a draft. */
export const FormNotices = ({ savedMeanwhile, queued, draft, inputForm }: ResourceForm) => {
  const label = inSentence(inputForm.resource.label);
  return (
    <>
      <div role="status">
        {savedMeanwhile && (
          <WarningBanner Icon={IconUserEdit} text={describeSavedMeanwhile(savedMeanwhile, label)} mb="md">
            {savedMeanwhile !== 'deleted' && (
              <>
                <Button size="compact-sm" onClick={savedMeanwhile.update}>
                  Update
                </Button>
                <Button size="compact-sm" onClick={savedMeanwhile.compare}>
                  Compare
                </Button>
              </>
            )}
          </WarningBanner>
        )}
      </div>
      <div role="status">
        {queued && <WarningBanner Icon={IconClockUp} text={describeWaiting(queued, label)} mb="md" />}
      </div>
      <DraftBanner draft={draft.offered} />
    </>
  );
};

/** After a rejected save, the fields with errors. It is in the footer, where it stays visible and moves nothing. */
export const ErrorSummary = ({
  resourceForm: { form, formRef, inputForm },
  extraLabels = {},
}: {
  resourceForm: ResourceForm;
  extraLabels?: Readonly<Record<string, string>> | undefined;
}) => {
  const { resource } = inputForm;
  const { getValues, setFocus } = form;
  const { errors, submitCount } = useFormState<FormValues>();
  // In the order of the form, not of the errors.
  const names = Object.keys(getValues()).filter((name) => errors[name] !== undefined);
  if (submitCount === 0 || names.length === 0) return null;
  const getLabel = (name: string) => resource.fields[name]?.label ?? extraLabels[name] ?? name;
  const focusField = (name: string) => {
    const cell = formRef.current?.querySelector<HTMLElement>(
      `section[aria-label="${CSS.escape(getLabel(name))}"] [role="grid"] [tabindex="0"]`,
    );
    if (cell) cell.focus();
    else setFocus(name);
  };
  return (
    <Group className={classes.errors} gap="2px 12px" me="auto" role="group" aria-label="Errors">
      <IconAlertTriangle size="1.125rem" aria-hidden />
      <Text fw={600}>{`Check ${formatCount(names.length, 'field')}`}</Text>
      {names.map((name) => (
        <Anchor key={name} component="button" type="button" inherit onClick={() => focusField(name)}>
          {getLabel(name)}
        </Anchor>
      ))}
    </Group>
  );
};

/** State of "Add another": the checkbox, and a key that resets the form after each save. */
export const useAddAnother = () => {
  const [isChecked, setIsChecked] = useState(false);
  const [formKey, setFormKey] = useState(0);
  return { isChecked, setIsChecked, formKey, startNext: () => setFormKey((current) => current + 1) };
};

export type AddAnotherState = ReturnType<typeof useAddAnother>;

export const AddAnotherCheckbox = (props: { addAnother: AddAnotherState; isDisabled: boolean }) => (
  <Checkbox
    size="xs"
    me="auto"
    label="Add another after saving"
    checked={props.addAnother.isChecked}
    disabled={props.isDisabled}
    onChange={(event) => props.addAnother.setIsChecked(event.currentTarget.checked)}
  />
);

/** Submits the form around it. With `onSaveAndStay`, a menu offers to save without leaving. */
export const SaveButton = (props: {
  label: string;
  resourceForm: ResourceForm;
  onSaveAndStay: (() => void) | undefined;
}) => {
  const { label, onSaveAndStay } = props;
  const { isSaving, isReadingFiles } = props.resourceForm;
  const text = isSaving ? 'Saving…' : isReadingFiles ? 'Reading files…' : label;
  const buttonProps = { type: 'submit', variant: 'brand', disabled: isSaving, children: text } as const;
  if (!onSaveAndStay) return <Button {...buttonProps} />;
  return (
    <Group gap={1} wrap="nowrap">
      <Button {...buttonProps} bdrs="md 0 0 md" />
      <Menu position="top-end">
        <Menu.Target>
          <Button variant="brand" px={10} bdrs="0 md md 0" disabled={isSaving} aria-label="More options">
            <IconChevronDown size="1rem" aria-hidden />
          </Button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item onClick={onSaveAndStay} rightSection={<Kbd>{describeShortcut('saveAndStay')}</Kbd>}>
            Save and stay
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </Group>
  );
};
