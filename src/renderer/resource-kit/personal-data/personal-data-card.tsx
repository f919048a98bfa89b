import { Button, Card, Group, Text, Title } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { user as userResource } from '#shared/resources/user.ts';
import { useBusy } from '../../ui/use-busy.ts';
import { exportFile, getExportFileName } from '../export/export-menu.tsx';
import { useIsFullServer } from '../server-level.ts';
import { useCan } from '../session-store.ts';

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
