import { Kbd } from '@mantine/core';
import { modals } from '@mantine/modals';
import { keyNames, keysOf, type ShortcutName, shortcutGroups } from '../../ui/shortcuts.ts';
import classes from './shortcuts-dialog.module.css';

const Keys = ({ name }: { name: ShortcutName }) => (
  <span className={classes.keys}>
    {keyNames(keysOf(name)[0] ?? '').map((key) => (
      <Kbd key={key}>{key}</Kbd>
    ))}
  </span>
);

const Shortcuts = () =>
  Object.entries(shortcutGroups).map(([group, shortcuts]) => (
    <section key={group} aria-label={group}>
      <h3 className={classes.group}>{group}</h3>
      <dl className={classes.list}>
        {Object.entries(shortcuts).map(([name, { label }]) => (
          <div key={name} className={classes.shortcut}>
            <dt>{label}</dt>
            <dd>
              <Keys name={name as ShortcutName} />
            </dd>
          </div>
        ))}
      </dl>
    </section>
  ));

/** Lists every shortcut. */
export const openShortcuts = (): void => {
  modals.open({
    modalId: 'shortcuts',
    title: 'Keyboard shortcuts',
    closeButtonProps: { 'aria-label': 'Close' },
    children: <Shortcuts />,
  });
};
