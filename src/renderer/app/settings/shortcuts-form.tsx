import { Button, SimpleGrid, Stack, TextInput } from '@mantine/core';
import { useState } from 'react';
import { inactiveWhen } from '../../ui/inactive.ts';
import {
  defaultShortcutSettings,
  type ShortcutName,
  singleKeyShortcuts,
  useShortcutSettings,
} from '../../ui/shortcuts.ts';
import { LabeledSwitch } from '../../ui/switch.tsx';

type Keys = Partial<Record<ShortcutName, string>>;

const withDefaults = (keys: Keys): Keys => ({
  ...Object.fromEntries(singleKeyShortcuts.map((shortcut) => [shortcut.name, shortcut.keys])),
  ...keys,
});

const findConflict = (keys: Keys, name: ShortcutName) =>
  singleKeyShortcuts.find((other) => other.name !== name && keys[name] && keys[other.name] === keys[name]);

const hasConflicts = (keys: Keys): boolean =>
  singleKeyShortcuts.some(({ name }) => findConflict(keys, name) !== undefined);

/** Turns single-key shortcuts off and changes their keys, which are saved while no two are the same. */
export const ShortcutsForm = () => {
  const { hasSingleKeys, keys: savedKeys } = useShortcutSettings();
  const [conflictingKeys, setConflictingKeys] = useState<Keys>();
  const keys = conflictingKeys ?? withDefaults(savedKeys);
  const isCustomized = !hasSingleKeys || hasConflicts(keys) || Object.keys(savedKeys).length > 0;
  const changeKey = (name: ShortcutName, key: string) => {
    const changed = { ...keys, [name]: key.trim().toUpperCase() };
    setConflictingKeys(hasConflicts(changed) ? changed : undefined);
    if (!hasConflicts(changed)) useShortcutSettings.setState({ keys: changed });
  };
  const reset = () => {
    setConflictingKeys(undefined);
    useShortcutSettings.setState(defaultShortcutSettings);
  };
  return (
    <Stack gap="md" align="flex-start">
      <LabeledSwitch
        label="Use single-key shortcuts"
        isOn={hasSingleKeys}
        onChange={(isOn) => useShortcutSettings.setState({ hasSingleKeys: isOn })}
      />
      <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="md" w="100%">
        {singleKeyShortcuts.map(({ name, label }) => {
          const conflict = findConflict(keys, name);
          return (
            <TextInput
              key={name}
              label={label}
              placeholder="Off"
              maxLength={1}
              autoComplete="off"
              disabled={!hasSingleKeys}
              value={keys[name] ?? ''}
              error={conflict && `“${conflict.label}” uses this key, too. Choose another one.`}
              onFocus={(event) => event.currentTarget.select()}
              onChange={(event) => changeKey(name, event.currentTarget.value)}
            />
          );
        })}
      </SimpleGrid>
      <Button {...inactiveWhen(!isCustomized, reset)}>Reset shortcuts</Button>
    </Stack>
  );
};
