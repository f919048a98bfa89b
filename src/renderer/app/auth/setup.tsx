import { Button, Checkbox, Group, Paper, Stack, TextInput } from '@mantine/core';
import { IconBook2, IconNews, IconPackage } from '@tabler/icons-react';
import { useForm } from 'react-hook-form';
import type { z } from 'zod';
import { type SetupRequest, setupRequestSchema } from '#shared/api.ts';
import { platform } from '../../platform/index.ts';
import { send } from '../../resource-kit/client.ts';
import { getFieldErrors, reportError } from '../../resource-kit/errors.ts';
import { PasswordInput } from '../../ui/password-input.tsx';
import { SheetsIllustration } from '../../ui/sheets-illustration.tsx';
import { reloadWithToast } from '../reload.ts';
import { AuthLayout } from './auth-layout.tsx';

type SetupFormValues = Required<SetupRequest> & { passwordConfirmation: string };

const { shape } = setupRequestSchema;

/** Uses the server's schema, so that its errors appear together with mismatched passwords. */
const validateWith = (schema: z.ZodType) => (value: unknown) =>
  schema.safeParse(value).error?.issues[0]?.message ?? true;

export const Setup = () => {
  const { register, handleSubmit, setError, getValues, formState } = useForm<SetupFormValues>({
    defaultValues: { name: '', email: '', password: '', passwordConfirmation: '', sample: false },
  });
  const { errors, isSubmitting } = formState;

  const create = async ({ passwordConfirmation: _confirmation, ...values }: SetupFormValues) => {
    try {
      await send({ method: 'POST', path: '/setup', body: values });
      const { email, password } = values;
      const { message } = await platform.session.signIn({ email: email.trim(), password });
      reloadWithToast(message);
    } catch (error) {
      const known = getFieldErrors(error).filter(({ field }) => field in values);
      known.forEach(({ field, message }, index) => {
        setError(field as keyof typeof values, { type: 'server', message }, { shouldFocus: index === 0 });
      });
      if (known.length === 0) reportError(error);
    }
  };

  return (
    <AuthLayout title="Create the first admin account" subtitle="You can add more users later.">
      <form noValidate onSubmit={handleSubmit(create)} aria-label="Set up">
        <Stack gap="md">
          <TextInput
            label="Your name"
            autoComplete="name"
            withAsterisk
            autoFocus
            error={errors.name?.message}
            {...register('name', { validate: validateWith(shape.name) })}
          />
          <TextInput
            label="Email"
            type="email"
            autoComplete="username"
            withAsterisk
            error={errors.email?.message}
            {...register('email', { validate: validateWith(shape.email) })}
          />
          <PasswordInput
            label="Password"
            description="At least 10 characters"
            autoComplete="new-password"
            withAsterisk
            error={errors.password?.message}
            {...register('password', {
              validate: validateWith(shape.password),
              deps: 'passwordConfirmation',
            })}
          />
          <PasswordInput
            label="Confirm password"
            autoComplete="new-password"
            withAsterisk
            error={errors.passwordConfirmation?.message}
            visibilityToggleButtonProps={{ 'aria-label': 'Show password confirmation' }}
            {...register('passwordConfirmation', {
              validate: (value) => value === getValues('password') || 'Passwords don’t match',
            })}
          />
          <Group
            component={Paper}
            bg="var(--bo-page)"
            bd="1px solid var(--bo-line)"
            p="sm"
            gap="xs"
            wrap="nowrap"
          >
            <Checkbox
              label="Add sample data"
              description="Explore the app with example products and pages. You can delete them later."
              {...register('sample')}
            />
            <SheetsIllustration isSmall icons={[IconPackage, IconBook2, IconNews]} />
          </Group>
          <Button type="submit" variant="brand" mt="xs" loading={isSubmitting} fullWidth>
            Create admin account
          </Button>
        </Stack>
      </form>
    </AuthLayout>
  );
};
