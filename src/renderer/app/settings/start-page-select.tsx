import { NativeSelect } from '@mantine/core';
import { useState } from 'react';
import { extraRoutes } from '#shared/routes.ts';
import { mainItems, navigationGroups } from '../navigation.ts';
import { readStartPage, storeStartPage } from '../start-page.ts';

const toOption = ({ label, to }: { label: string; to: string }) => ({ label, value: to });

const options = [
  { value: extraRoutes.home, label: 'Home' },
  ...mainItems.map(toOption),
  ...navigationGroups.map(({ label, items }) => ({ group: label, items: items.map(toOption) })),
];

export const StartPageSelect = () => {
  const [value, setValue] = useState(readStartPage);
  return (
    // Other selects open their options below the dialog.
    <NativeSelect
      aria-label="Start page"
      data={options}
      value={value}
      onChange={({ currentTarget }) => {
        setValue(currentTarget.value);
        storeStartPage(currentTarget.value);
      }}
    />
  );
};
