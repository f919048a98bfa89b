import { Anchor, Text } from '@mantine/core';
import type { AnyRecord } from '#shared/resource/define-resource.ts';
import { listed } from '#shared/resource/labels.ts';
import { openNotice } from '../../ui/confirm.tsx';
import { addressOfUse, describeUse, type Use } from './used-by.ts';

const namesOf = ({ names, total }: Use): string => {
  const others = (total ?? 0) - names.length;
  return listed(others > 0 ? [...names, `${others.toLocaleString('en')} more`] : names);
};

/** Explains what blocks the deletion of a record, with links to the lists that show it. */
export const openInUseDialog = ({
  record,
  title,
  uses,
  onFollow,
}: {
  record: AnyRecord;
  title: string;
  uses: readonly Use[];
  onFollow: (address: string) => void;
}): void => {
  openNotice({
    title: `Can’t delete ${title}: it’s used by ${listed(uses.map(describeUse))}`,
    content: (close) =>
      uses.map((use) => {
        const address = addressOfUse(use, record);
        return (
          <div key={`${use.resource} ${use.field}`}>
            <Text>{namesOf(use)}</Text>
            {address && (
              <Anchor
                href={address}
                onClick={(event) => {
                  event.preventDefault();
                  close();
                  onFollow(address);
                }}
              >
                {`Show ${describeUse(use)}`}
              </Anchor>
            )}
          </div>
        );
      }),
  });
};
