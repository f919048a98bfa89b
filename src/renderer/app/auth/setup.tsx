import { Checkbox, Group, Paper, TextInput } from '@mantine/core';
import { IconBook2, IconNews, IconPackage } from '@tabler/icons-react';
import { FormProvider, useForm } from 'react-hook-form';
import { type SetupRequest, setupRequestSchema } from '#shared/api.ts';
import { platform } from '../../platform/index.ts';
import { send } from '../../resource-kit/client.ts';
import {
  NewPasswordFields,
  type NewPasswordValues,
  validateWith,
} from '../../resource-kit/form/new-password-fields.tsx';
import { SheetsIllustration } from '../../ui/states.tsx';
import { reloadAfterLogin } from '../start-page.ts';
import { AuthForm, AuthLayout } from './auth-layout.tsx';
import { showFormError } from './login-steps.tsx';

type SetupFormValues = Required<SetupRequest> & NewPasswordValues;

const { shape } = setupRequestSchema;

/** Creates the first admin account. `needsCode`: others can reach the server, so it takes the code that it printed. */
export const Setup = ({ needsCode }: { needsCode: boolean }) => {
  const form = useForm<SetupFormValues>({
    defaultValues: { name: '', email: '', password: '', passwordConfirmation: '', code: '', sample: false },
  });
  const { register, handleSubmit, watch, formState } = form;
  const { errors, isSubmitting } = formState;

  const create = async ({ passwordConfirmation: _confirmation, code, ...values }: SetupFormValues) => {
    try {
      await send({ method: 'POST', path: '/setup', body: { ...values, ...(needsCode && { code }) } });
      const { email, password } = values;
      const { message } = await platform.session.signIn({ email: email.trim(), password });
      await reloadAfterLogin(message);
    } catch (error) {
      showFormError(error, form, { ...values, code });
    }
  };

  return (
    <AuthLayout title="Create the first admin account" subtitle="You can add more users later.">
      <FormProvider {...form}>
        <AuthForm
          label="Set up"
          submitLabel="Create admin account"
          isSubmitting={isSubmitting}
          onSubmit={handleSubmit(create)}
        >
          <TextInput
            label="Your name"
            autoComplete="name"
            required
            autoFocus
            error={errors.name?.message}
            {...register('name', { validate: validateWith(shape.name) })}
          />
          <TextInput
            label="Email"
            type="email"
            autoComplete="username"
            required
            error={errors.email?.message}
            {...register('email', { validate: validateWith(shape.email) })}
          />
          <NewPasswordFields label="Password" owner={{ name: watch('name'), email: watch('email') }} />
          {needsCode && (
            <TextInput
              label="Setup code"
              description="Printed by the server when it started"
              autoComplete="one-time-code"
              required
              error={errors.code?.message}
              {...register('code', { required: 'Enter the setup code' })}
            />
          )}
          <Group component={Paper} bg="var(--bo-page)" bd="1px solid var(--bo-line)" p="sm" gap="xs" wrap="nowrap">
            <Checkbox
              label="Add sample data"
              description="Explore the app with example products and pages. You can delete them later."
              {...register('sample')}
            />
            <SheetsIllustration isSmall icons={[IconPackage, IconBook2, IconNews]} />
          </Group>
        </AuthForm>
      </FormProvider>
    </AuthLayout>
  );
};
