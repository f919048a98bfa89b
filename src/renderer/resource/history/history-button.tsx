import { Button } from '@mantine/core';
import { IconHistory } from '@tabler/icons-react';
import { Link } from 'react-router-dom';
import type { AnyRecord, Resource } from '#shared/resource/define-resource.ts';
import { historyPath, useHasHistory } from './history.ts';

/** Leads to the history of a record, where the server keeps one. */
export const HistoryButton = ({ resource, record }: { resource: Resource; record: AnyRecord }) =>
  useHasHistory(resource.name) ? (
    <Button
      component={Link}
      to={historyPath(resource.name, record._id)}
      variant="default"
      leftSection={<IconHistory size="1rem" />}
    >
      History
    </Button>
  ) : null;
