import { Anchor, Group, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import type { RefObject } from 'react';
import { useFormContext, useFormState } from 'react-hook-form';
import { formatCount } from '#shared/resource-kit/labels.ts';
import type { FormValues } from './field-props.ts';
import { useResourceFormContext } from './form-context.ts';
import classes from './form-page.module.css';

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
