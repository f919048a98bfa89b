import { useEffect, useEffectEvent } from 'react';
import { useController, useForm } from 'react-hook-form';
import { helpMessage } from '#shared/resources/help-message.ts';
import type { FormValues } from '../../resource/form/field-props.ts';
import { useDraft } from '../../resource/form/use-draft.ts';

/** The unsent message of this chat, saved as a draft and restored when the chat is opened again. */
export const useMessageDraft = () => {
  const form = useForm<FormValues>({ defaultValues: { text: '' } });
  const { field } = useController({ control: form.control, name: 'text' });
  const text = String(field.value);
  const { offered } = useDraft({
    resource: helpMessage,
    record: null,
    form,
    isDirty: text.trim() !== '',
    onRestore: async (values) => {
      field.onChange(values.text);
      return true;
    },
  });
  const restoreDraft = useEffectEvent(() => {
    if (text === '') void offered?.restore();
  });
  const isOffered = offered !== null;
  useEffect(() => {
    if (isOffered) restoreDraft();
  }, [isOffered]);
  return {
    text,
    input: field,
    clear: () => {
      field.onChange('');
      form.setFocus('text');
    },
  };
};
