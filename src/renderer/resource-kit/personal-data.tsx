import { Button, Card, Group, Stack, Text, TextInput, Title } from '@mantine/core';
import { useInputState } from '@mantine/hooks';
import { IconDownload, IconEraser } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import type { FormEvent } from 'react';
import { user as userResource } from '#shared/resources/user.ts';
import { texts } from '#shared/texts.ts';
import { openDialog } from '../ui/modals.ts';
import { showSuccess } from '../ui/toasts.tsx';
import { useBusy } from '../ui/use-busy.ts';
import { send } from './client.ts';
import { getErrorMessage } from './errors.ts';
import { exportFile, getExportFileName } from './export/export-menu.tsx';
import { refetchTrash } from './history/trash.ts';
import { useIsFullServer } from './server-level.ts';
import { useCan } from './session-store.ts';

/** Exports all data about a user; hidden from users who may not change users. */
export const PersonalDataCard = ({ user }: { user: { _id: string; name: string } }) => {
  const can = useCan(userResource.name);
  const hasPersonalData = useIsFullServer();
  const [isExporting, track] = useBusy();
  if (!hasPersonalData || !can('update')) return null;
  const exportData = () =>
    exportFile({
      resource: userResource.name,
      endpoint: 'personal-data',
      format: 'json',
      query: { id: user._id },
      fileName: getExportFileName(`Personal data of ${user.name}`, 'json'),
    });
  return (
    <Card mt="md">
      <Title order={2} mb="xs">
        Personal data
      </Title>
      <Group justify="space-between" gap="md">
        <Text c="dimmed" flex="1 1 20rem">
          Exports everything stored about this user as JSON: profile, changes, sessions, notifications and audit
          entries. After deleting the user, you can erase this data from Trash.
        </Text>
        <Button
          leftSection={<IconDownload size="1rem" />}
          loading={isExporting}
          onClick={() => void track(exportData())}
        >
          Export personal data
        </Button>
      </Group>
    </Card>
  );
};

type DeletedUser = { id: string; name: string };

const EraseForm = ({ user, onClose }: { user: DeletedUser; onClose: () => void }) => {
  const [name, setName] = useInputState('');
  const erasure = useMutation({
    mutationFn: () => send<{ message: string }>({ method: 'POST', path: '/user/erase', body: { id: user.id, name } }),
    onSuccess: ({ message }) => {
      showSuccess(message);
      onClose();
      return refetchTrash();
    },
  });
  const erase = (event: FormEvent) => {
    event.preventDefault();
    erasure.mutate();
  };
  return (
    <form noValidate onSubmit={erase}>
      <Stack gap="md">
        <Text>
          This removes {user.name} from Trash, the history, the audit log and stored responses. It can’t be undone.
        </Text>
        <Text c="dimmed">
          Changes made by this user stay and show “Erased user” instead of the name. Backup files made before still
          contain the data. If one is restored, it’s erased again.
        </Text>
        <TextInput
          label={`Type “${user.name}” to confirm`}
          data-autofocus
          autoComplete="off"
          value={name}
          error={erasure.error && getErrorMessage(erasure.error)}
          onChange={setName}
        />
        <Group justify="flex-end" gap="sm">
          <Button onClick={onClose}>{texts.form.cancel}</Button>
          <Button variant="danger" type="submit" leftSection={<IconEraser size="1rem" />} loading={erasure.isPending}>
            Erase personal data
          </Button>
        </Group>
      </Stack>
    </form>
  );
};

/** Asks for the name of a deleted user, then erases the user's personal data. */
export const openEraseDialog = (user: DeletedUser): void =>
  openDialog({
    title: 'Erase personal data?',
    render: (close) => <EraseForm user={user} onClose={close} />,
  });
