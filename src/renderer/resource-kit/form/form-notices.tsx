import { Anchor, Button, Group, Text } from '@mantine/core';
import { IconAlertTriangle, IconClockUp, IconUserEdit } from '@tabler/icons-react';
import type { RefObject } from 'react';
import { useFormContext, useFormState } from 'react-hook-form';
import type { Resource } from '#shared/resource-kit/define-resource.ts';
import { formatCount, inSentence, joinSentences } from '#shared/resource-kit/labels.ts';
import { formatDateTime } from '../../ui/format.ts';
import { WarningBanner } from '../../ui/inline-alert.tsx';
import { DraftBanner, type RecoverableDraft } from '../save/use-draft.tsx';
import { useResourceFormContext } from './field.tsx';
import classes from './form-page.module.css';
import type { FormValues } from './form-values.ts';
import type { ShownSave } from './use-held-save.ts';
import type { SavedMeanwhile } from './use-saved-meanwhile.ts';

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

/** Notices above the fields of a form: others have saved the record, a save of it waits for the server, or there is a draft. */
export const FormNotices = ({
  resource,
  savedMeanwhile,
  queued,
  draft,
}: {
  resource: Resource;
  savedMeanwhile: SavedMeanwhile | null;
  queued: ShownSave | undefined;
  draft: RecoverableDraft | null;
}) => {
  const label = inSentence(resource.label);
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
      <DraftBanner draft={draft} />
    </>
  );
};

/** After a rejected save, the fields with errors. It is in the footer, where it stays visible and moves nothing. */
export const ErrorSummary = ({
  formRef,
  extraLabels = {},
}: {
  formRef: RefObject<HTMLFormElement | null>;
  extraLabels?: Readonly<Record<string, string>>;
}) => {
  const { resource } = useResourceFormContext();
  const { getValues, setFocus } = useFormContext<FormValues>();
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
