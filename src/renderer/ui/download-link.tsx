import { Anchor } from '@mantine/core';

export const DownloadLink = ({ url, label }: { url: string; label: string }) => (
  <Anchor href={url} download inherit>
    {label}
  </Anchor>
);
