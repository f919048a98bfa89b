import { Anchor, Text } from '@mantine/core';
import { formatFile } from './format.ts';

/** Original name and size of a file; renders nothing if they are unknown. */
export const FileCaption = ({ info }: { info: Parameters<typeof formatFile>[0] | undefined }) =>
  info ? (
    <Text size="xs" c="dimmed" mt={4} className="bo-tabular" style={{ overflowWrap: 'anywhere' }}>
      {formatFile(info)}
    </Text>
  ) : null;

export const DownloadLink = ({ url, label }: { url: string; label: string }) => (
  <Anchor href={url} download inherit>
    {label}
  </Anchor>
);
