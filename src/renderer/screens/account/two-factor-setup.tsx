import { Alert, Button, Checkbox, Code, CopyButton, Group, Skeleton, Stack, Text, TextInput } from '@mantine/core';
import { IconCheck, IconCopy, IconInfoCircle } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { type ComponentProps, useState } from 'react';
import { useForm } from 'react-hook-form';
import { renderSVG } from 'uqr';
import { recoveryCodesResponseSchema, twoFactorSecretResponseSchema } from '#shared/account.ts';
import { send } from '../../resource-kit/client.ts';
import { QueryError } from '../../resource-kit/query-error.tsx';
import classes from './account-page.module.css';
import { AccountForm } from './account-section.tsx';

/** Shows the recovery codes once; the server doesn't know them afterwards. */
const RecoveryCodes = ({ codes, onDone }: { codes: readonly string[]; onDone: () => void }) => {
  const [areStored, setAreStored] = useState(false);
  return (
    <Stack gap="md">
      <Text>
        Two-factor login is on. Store these recovery codes where you can find them without your phone. Each of them logs
        you in once instead of a code from the app.
      </Text>
      <ul className={classes.recoveryCodes} aria-label="Recovery codes">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <Alert color="gray" variant="light" icon={<IconInfoCircle size="1.125rem" />}>
        They won’t be shown again.
      </Alert>
      <Checkbox
        label="I’ve stored the recovery codes"
        checked={areStored}
        onChange={(event) => setAreStored(event.currentTarget.checked)}
      />
      <Group justify="flex-end">
        <CopyButton value={codes.join('\n')}>
          {({ copied, copy }) => (
            <Button leftSection={copied ? <IconCheck size="1rem" /> : <IconCopy size="1rem" />} onClick={copy}>
              {copied ? 'Copied' : 'Copy'}
            </Button>
          )}
        </CopyButton>
        <Button variant="brand" disabled={!areStored} onClick={onDone}>
          Done
        </Button>
      </Group>
    </Stack>
  );
};

/** The QR code of a secret, drawn in the page so that the secret doesn't leave it. */
const toQrCode = (secret: string) => `data:image/svg+xml,${encodeURIComponent(renderSVG(secret, { border: 4 }))}`;

const path = '/user/two-factor';

const useNewSecret = () =>
  useQuery({
    queryKey: ['newTwoFactorSecret'],
    queryFn: async () => twoFactorSecretResponseSchema.parse(await send({ method: 'POST', path, body: {} })),
    // Every request makes a new secret, which the QR code on the phone wouldn't match.
    retry: false,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });

const groupLetters = (secret: string) => secret.match(/.{1,4}/g)?.join(' ') ?? secret;

/** Adds an authenticator app to the account, and shows the recovery codes. `cancel` is the action beside Turn on. */
export const TwoFactorSetup = ({
  onDone,
  cancel,
}: {
  onDone: () => void;
  cancel: ComponentProps<typeof AccountForm>['cancel'];
}) => {
  const secret = useNewSecret();
  const [recoveryCodes, setRecoveryCodes] = useState<string[]>();
  const form = useForm({ defaultValues: { code: '' } });
  const confirm = async (body: { code: string }) => {
    const response = await send({ method: 'POST', path: `${path}/confirm`, body });
    setRecoveryCodes(recoveryCodesResponseSchema.parse(response).recoveryCodes);
  };
  if (recoveryCodes) return <RecoveryCodes codes={recoveryCodes} onDone={onDone} />;
  return (
    <AccountForm
      form={form}
      label="Two-factor login"
      submitLabel="Turn on"
      isDisabled={!secret.data}
      cancel={cancel}
      onSubmit={confirm}
    >
      <Text>Scan this code with an authenticator app, then enter the six digits that it shows.</Text>
      {secret.isPending && <Skeleton width="12rem" height="12rem" />}
      {secret.isLoadingError && <QueryError query={secret} />}
      {secret.data && (
        <>
          <img src={toQrCode(secret.data.uri)} alt="QR code for the authenticator app" className={classes.qrCode} />
          <Text size="sm" c="dimmed">
            Can’t scan it? Enter this key: <Code>{groupLetters(secret.data.secret)}</Code>
          </Text>
        </>
      )}
      <TextInput
        label="Code"
        inputMode="numeric"
        autoComplete="one-time-code"
        required
        maw="12rem"
        error={form.formState.errors.code?.message}
        {...form.register('code', { validate: (code) => code.trim() !== '' || 'Enter the code' })}
      />
    </AccountForm>
  );
};
