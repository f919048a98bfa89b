import { Box, Button, Popover, Text } from '@mantine/core';
import { IconAdjustmentsHorizontal } from '@tabler/icons-react';
import { ArrangeList } from '../../resource-kit/list/arrange-list.tsx';
import type { ConfiguredColumn } from '../../resource-kit/list/column-settings.ts';
import { inactiveWhen } from '../../ui/inactive.ts';
import type { HomeSettings } from './home-settings.ts';

const headingProps = { fz: 'xs', c: 'dimmed', fw: 600, px: 14, pt: 10 };

/** Menu for hiding, showing and moving the cards and what the first one lists. */
export const CustomizeMenu = ({
  cards,
  counts,
  settings,
  onChange,
}: {
  cards: readonly ConfiguredColumn[];
  counts: readonly ConfiguredColumn[];
  settings: HomeSettings;
  onChange: (settings: HomeSettings) => void;
}) => (
  <Popover position="bottom-end" withRoles trapFocus returnFocus>
    <Popover.Target>
      <Button leftSection={<IconAdjustmentsHorizontal size="1rem" stroke={1.75} />}>Customise</Button>
    </Popover.Target>
    <Popover.Dropdown p={0} mah="calc(100dvh - 8rem)" style={{ overflowY: 'auto' }}>
      <Text {...headingProps}>Cards</Text>
      <ArrangeList items={cards} onChange={(changed) => onChange({ ...settings, cards: changed })} />
      <Text {...headingProps}>Needs attention</Text>
      <ArrangeList items={counts} onChange={(changed) => onChange({ ...settings, counts: changed })} />
      <Box p={6} style={{ borderTop: '1px solid var(--bo-line)' }}>
        <Button
          size="compact-sm"
          variant="subtle"
          {...inactiveWhen(!settings.cards && !settings.counts, () => onChange({}))}
        >
          Reset Home
        </Button>
      </Box>
    </Popover.Dropdown>
  </Popover>
);
