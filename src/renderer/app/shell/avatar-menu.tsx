import { Avatar, Box, Loader, Menu, Text, UnstyledButton, useMantineColorScheme } from '@mantine/core';
import { IconChevronDown, IconKeyboard, IconLogout, IconSettings } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router-dom';
import { extraRoutes } from '#shared/routes.ts';
import { texts } from '#shared/texts.ts';
import { platform } from '../../platform/index.ts';
import { useSession } from '../../resource-kit/session-store.ts';
import { MenuButton } from '../../ui/dropdown.tsx';
import { useExtraItems } from '../pages.ts';
import { colorSchemes } from '../settings/settings-sections.ts';
import { openSettings, openShortcuts } from '../settings/settings-store.ts';
import { useLogout } from '../use-logout.tsx';
import classes from './top-bar.module.css';

const icon = { size: '1rem', stroke: 1.75 };

const roleLabels = { ADMIN: texts.shell.badge, SUBADMIN: 'Sub admin', USER: 'User' };

export const AvatarMenu = () => {
  const session = useSession();
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  const appInfo = useQuery({ queryKey: ['appInfo'], queryFn: () => platform.appInfo() });
  // The app's name leads to Home.
  const extraItems = useExtraItems().filter(({ to }) => to !== extraRoutes.home);
  const { isLoggingOut, logout } = useLogout();
  const role = session && roleLabels[session.role];
  const accountLines = appInfo.data
    ? [role, `Server: ${appInfo.data.server}`, `Version ${appInfo.data.version}`]
    : [role];
  return (
    <MenuButton
      position="bottom-end"
      width={260}
      target={(props) => (
        <UnstyledButton {...props} className={classes.badge}>
          {isLoggingOut ? <Loader size={28} color="gray" /> : <Avatar size={28} name={session?.user.name} alt="" />}
          <span className={classes.role}>{role}</span>
          <IconChevronDown size="0.875rem" aria-hidden />
        </UnstyledButton>
      )}
    >
      {() => (
        <>
          <Box px={12} py={8}>
            <Text fw={600} truncate>
              {session?.user.name}
            </Text>
            {accountLines.map((line) => (
              <Text key={line} size="sm" c="dimmed" truncate>
                {line}
              </Text>
            ))}
          </Box>
          <Menu.Divider />
          <Menu.Label>Appearance</Menu.Label>
          <Menu.RadioGroup value={colorScheme}>
            {colorSchemes.map((scheme) => (
              <Menu.RadioItem
                key={scheme.value}
                value={scheme.value}
                rightSection={<scheme.icon {...icon} />}
                onChange={() => setColorScheme(scheme.value)}
              >
                {scheme.label}
              </Menu.RadioItem>
            ))}
          </Menu.RadioGroup>
          <Menu.Item leftSection={<IconKeyboard {...icon} />} onClick={openShortcuts}>
            Keyboard shortcuts
          </Menu.Item>
          <Menu.Divider />
          {extraItems.map(({ label, to, icon: Icon }) => (
            <Menu.Item key={to} component={Link} to={to} leftSection={<Icon {...icon} />}>
              {label}
            </Menu.Item>
          ))}
          <Menu.Item leftSection={<IconSettings {...icon} />} onClick={openSettings}>
            Settings
          </Menu.Item>
          <Menu.Item leftSection={<IconLogout {...icon} />} onClick={() => void logout()}>
            {texts.logout.label}
          </Menu.Item>
        </>
      )}
    </MenuButton>
  );
};
