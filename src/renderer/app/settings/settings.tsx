import {
  Button,
  Group,
  NativeSelect,
  Radio,
  SegmentedControl,
  Text,
  Title,
  useMantineColorScheme,
} from '@mantine/core';
import { IconRefresh, IconRotateClockwise, IconX } from '@tabler/icons-react';
import { QueryClientProvider, useMutation, useQuery } from '@tanstack/react-query';
import { type ReactNode, useEffect, useRef, useState } from 'react';
import type { Bridge, ColorScheme, UpdateStatus } from '#shared/ipc.ts';
import { currencies } from '#shared/office.ts';
import { extraRoutes, pageTitles } from '#shared/routes.ts';
import { describeUpdateStatus } from '#shared/update-status.ts';
import { platform } from '../../platform/index.ts';
import { request } from '../../resource-kit/client.ts';
import { getErrorMessage } from '../../resource-kit/errors.ts';
import { queryClient } from '../../resource-kit/query-client.ts';
import { setCurrency, useMoney } from '../../ui/format.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { useShortcutSettings } from '../../ui/shortcuts.ts';
import { LabeledSwitch } from '../../ui/switch.tsx';
import { TopLayerDialog } from '../../ui/top-layer-dialog.tsx';
import { mainItems, navigationGroups } from '../pages.ts';
import { readStartPage, storeStartPage } from '../start-page.ts';
import { ServerForm } from './server-form.tsx';
import classes from './settings.module.css';
import { colorSchemes, settingsSections, useSettingsSections } from './settings-sections.ts';
import { closeSettings, type SettingsSection, useRequestedSection, useRowHeight } from './settings-store.ts';

const Section = ({ name, children }: { name: SettingsSection; children: ReactNode }) => {
  const { title, description } = settingsSections[name];
  const root = useRef<HTMLElement>(null);
  const isRequested = useRequestedSection() === name;
  useEffect(() => {
    if (!isRequested) return;
    // The dialog itself takes the focus when it opens, which is after this effect.
    const frame = requestAnimationFrame(() => {
      root.current?.scrollIntoView();
      root.current?.querySelector<HTMLElement>('input:checked, input, select, button')?.focus();
    });
    return () => cancelAnimationFrame(frame);
  }, [isRequested]);
  return (
    <section ref={root} className={classes.section} aria-label={title}>
      <div>
        <Title order={2}>{title}</Title>
        <Text fz="xs" c="dimmed">
          {description}
        </Text>
      </div>
      <div>{children}</div>
    </section>
  );
};

/** A small list in the colors of a scheme; the system's is half light and half dark. */
const SchemePreview = ({ scheme }: { scheme: ColorScheme }) => (
  <span className={classes.preview} aria-hidden>
    {(scheme === 'auto' ? (['light', 'dark'] as const) : [scheme]).map((shown) => (
      <span key={shown} data-scheme={shown} />
    ))}
  </span>
);

const AppearanceControl = () => {
  const { colorScheme, setColorScheme } = useMantineColorScheme();
  return (
    <Radio.Group aria-label="Appearance" value={colorScheme} onChange={(value) => setColorScheme(value as ColorScheme)}>
      <Group gap={12} grow wrap="nowrap">
        {colorSchemes.map(({ value, label }) => (
          <div key={value}>
            <label htmlFor={`scheme-${value}`}>
              <SchemePreview scheme={value} />
            </label>
            <Radio id={`scheme-${value}`} value={value} label={label} />
          </div>
        ))}
      </Group>
    </Radio.Group>
  );
};

const RowHeightControl = () => {
  const [rowHeight, setRowHeight] = useRowHeight();
  return (
    <SegmentedControl
      aria-label="Row height"
      value={rowHeight}
      onChange={setRowHeight}
      data={[
        { value: 'comfortable', label: 'Comfortable' },
        { value: 'compact', label: 'Compact' },
      ]}
    />
  );
};

const CurrencySelect = () => {
  const { currency } = useMoney();
  const save = useMutation({
    mutationFn: (chosen: string) => request('PATCH', '/office', { body: { currency: chosen } }),
    onSuccess: (_, chosen) => setCurrency(chosen),
  });
  return (
    <NativeSelect
      aria-label="Currency"
      data={Object.entries(currencies).map(([value, name]) => ({ value, label: `${name} (${value})` }))}
      value={save.isPending ? save.variables : currency}
      disabled={save.isPending}
      error={save.error && getErrorMessage(save.error)}
      onChange={({ currentTarget }) => save.mutate(currentTarget.value)}
    />
  );
};

const SingleKeysSwitch = () => (
  <LabeledSwitch
    label="Use single-key shortcuts"
    isOn={useShortcutSettings(({ hasSingleKeys }) => hasSingleKeys)}
    onChange={(isOn) => useShortcutSettings.setState({ hasSingleKeys: isOn })}
  />
);

const statusKey = ['updateStatus'];

const useUpdateStatus = (desktop: Bridge): UpdateStatus | undefined => {
  useEffect(() => desktop.on('updateStatus', (status) => queryClient.setQueryData(statusKey, status)), [desktop]);
  return useQuery({ queryKey: statusKey, queryFn: () => desktop.getUpdateStatus(), staleTime: 0, gcTime: 0 }).data;
};

const UpdatePanel = ({ desktop }: { desktop: Bridge }) => {
  const status = useUpdateStatus(desktop);
  const info = useQuery({ queryKey: ['appInfo'], queryFn: platform.appInfo });
  if (!status) return null;
  return (
    <Group justify="space-between">
      <div>
        <Text>{info.data ? `Version ${info.data.version}` : ''}</Text>
        <Text role="status" c="dimmed">
          {describeUpdateStatus(status)}
        </Text>
      </div>
      {status.state === 'ready' && (
        <Button
          variant="brand"
          leftSection={<IconRotateClockwise size="1rem" />}
          onClick={() => void desktop.installUpdate()}
        >
          Restart to update
        </Button>
      )}
      {status.state !== 'ready' && status.state !== 'off' && (
        <Button
          leftSection={<IconRefresh size="1rem" />}
          loading={status.state === 'checking' || status.state === 'downloading'}
          onClick={() => void desktop.checkForUpdates()}
        >
          Check for updates
        </Button>
      )}
    </Group>
  );
};

/** The dialog can open before the app has a router, but not for those who may change these settings. */
const openWebsite = () => {
  closeSettings();
  void import('../router.tsx').then(({ router }) => router.navigate(extraRoutes.website));
};

const SettingsDialog = () => {
  const { desktop } = platform;
  const sections = useSettingsSections();
  const serverSetting = useQuery({
    queryKey: ['serverChoice'],
    queryFn: () => desktop?.getServerSetting() ?? null,
    staleTime: 0,
    gcTime: 0,
  });
  const contents: Record<SettingsSection, ReactNode> = {
    appearance: <AppearanceControl />,
    rowHeight: <RowHeightControl />,
    startPage: <StartPageSelect />,
    shortcuts: <SingleKeysSwitch />,
    office: <CurrencySelect />,
    website: <Button onClick={openWebsite}>Website settings</Button>,
    server: desktop && serverSetting.data && <ServerForm desktop={desktop} setting={serverSetting.data} />,
    updates: desktop && <UpdatePanel desktop={desktop} />,
  };
  return (
    <TopLayerDialog label="Settings" isFullScreen={false} onCancel={closeSettings}>
      <div className={classes.root}>
        <Group component="header" justify="space-between">
          <Title order={1} fz="1rem">
            Settings
          </Title>
          <IconButton label="Close settings" icon={<IconX size="1.125rem" />} onClick={closeSettings} />
        </Group>
        {sections.map(
          (name) =>
            contents[name] && (
              <Section key={name} name={name}>
                {contents[name]}
              </Section>
            ),
        )}
      </div>
    </TopLayerDialog>
  );
};

/** Also opens before sign-in, where nothing else needs queries. */
export const Settings = () => (
  <QueryClientProvider client={queryClient}>
    <SettingsDialog />
  </QueryClientProvider>
);

const toOption = ({ label, to }: { label: string; to: string }) => ({ label, value: to });

const options = [
  { value: extraRoutes.home, label: pageTitles.home },
  ...mainItems.map(toOption),
  ...navigationGroups.map(({ label, items }) => ({ group: label, items: items.map(toOption) })),
];

const StartPageSelect = () => {
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
