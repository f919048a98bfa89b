import { useState } from 'react';
import { type Asset, asset } from '#shared/resources/asset.ts';
import { catalogueTemplate } from '#shared/resources/catalogue-template.ts';
import { type LocalFile, platform } from '../../platform/index.ts';
import { isLocalFile } from '../../platform/local-files.ts';
import { reportError } from '../../resource-kit/errors.ts';
import { saveRecord } from '../../resource-kit/hooks.ts';
import { FileInput } from '../../resource-kit/kinds/file-input.tsx';
import { rememberAsset } from '../../resource-kit/library/asset-file.ts';

/** A picture of the library. One of this computer is added to the library first. */
export const LibraryImage = ({
  name,
  label,
  help,
  value,
  error,
  onChange,
}: {
  name: string;
  label: string;
  help: string;
  value: string | null;
  error: string | undefined;
  onChange: (file: string | null) => void;
}) => {
  const [added, setAdded] = useState<LocalFile | null>(null);
  const [message, setMessage] = useState('');
  const add = async (file: LocalFile): Promise<void> => {
    setAdded(file);
    try {
      const { data } = await saveRecord(asset, { values: { file } });
      const stored = data as Asset | undefined;
      if (stored) rememberAsset(stored);
      onChange(stored ? String(stored.file) : null);
    } catch (failure) {
      reportError(failure);
    } finally {
      platform.files.release(file);
      setAdded(null);
    }
  };
  const problem = message || error;
  return (
    <FileInput
      field={{ kind: 'image', label, help }}
      name={name}
      value={added ?? value}
      {...(problem && { error: problem })}
      form={{ resource: catalogueTemplate, record: null, fileSource: null, isSaving: added !== null, progress: null }}
      readValue={() => undefined}
      onChange={(next) => {
        setMessage('');
        if (isLocalFile(next)) void add(next);
        else onChange(typeof next === 'string' ? next : null);
      }}
      onBlur={() => undefined}
      onError={setMessage}
      onUnknownText={() => undefined}
      ref={() => undefined}
    />
  );
};
