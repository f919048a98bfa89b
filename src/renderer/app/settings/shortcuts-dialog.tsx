import { Box, Group, Kbd, Title } from '@mantine/core';
import { getMenuKeys, type MenuShortcutName, menuShortcutNames, menuShortcuts } from '#shared/menu-shortcuts.ts';
import { platform } from '../../platform/index.ts';
import { modals } from '../../ui/modals.ts';
import { formatKeys, getShortcutKeys, type ShortcutName, shortcutGroups } from '../../ui/shortcuts.ts';
import classes from './shortcuts-dialog.module.css';

type Entry = { label: string; keys: string };

const toEntry = (name: MenuShortcutName): Entry => ({
  label: menuShortcuts[name].label.replace('…', ''),
  keys: getMenuKeys(name, { isMac: navigator.userAgent.includes('Mac') }),
});

const getGroups = (): [string, readonly Entry[]][] => [
  ...Object.entries(shortcutGroups).map(([group, shortcuts]): [string, Entry[]] => [
    group,
    Object.entries(shortcuts).map(([name, { label }]) => ({
      label,
      keys: getShortcutKeys(name as ShortcutName),
    })),
  ]),
  ['Menu', platform.desktop ? menuShortcutNames.map(toEntry) : []],
];

const Shortcut = ({ label, keys }: Entry) => (
  <Group justify="space-between" wrap="nowrap" mih="2.25rem" className={classes.shortcut}>
    <dt>{label}</dt>
    <Group component="dd" m={0} gap={4}>
      {keys === '' ? 'Off' : formatKeys(keys).map((key) => <Kbd key={key}>{key}</Kbd>)}
    </Group>
  </Group>
);

const Shortcuts = () => (
  <div className={classes.groups}>
    {getGroups()
      .filter(([, entries]) => entries.length > 0)
      .map(([group, entries]) => (
        <section key={group} aria-label={group}>
          <Title order={3} size="0.8125rem" fw={600} c="dimmed" mb={4}>
            {group}
          </Title>
          <Box component="dl" m={0}>
            {entries.map((entry) => (
              <Shortcut key={entry.label} {...entry} />
            ))}
          </Box>
        </section>
      ))}
  </div>
);

export const openShortcutsDialog = (): void => {
  modals.open({
    modalId: 'shortcuts',
    title: 'Keyboard shortcuts',
    size: '66rem',
    children: <Shortcuts />,
  });
};
