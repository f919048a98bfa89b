import { Anchor } from '@mantine/core';

/** A link that saves a stored file. */
export const DownloadLink = ({ url, label }: { url: string; label: string }) => (
  <Anchor href={url} download inherit>
    {label}
  </Anchor>
);
