import { Button, Menu } from '@mantine/core';
import { IconListTree } from '@tabler/icons-react';
import { type RefObject, useState } from 'react';
import { describeShortcut, useGlobalShortcut } from '../../ui/shortcuts.ts';

const focusableSelector = 'input, textarea, select, button, [contenteditable="true"], [tabindex]';

const findSections = (form: HTMLFormElement | null): HTMLElement[] => [
  ...(form?.querySelectorAll<HTMLElement>('section[aria-label]') ?? []),
];

const jumpTo = (section: HTMLElement): void => {
  section.scrollIntoView({ block: 'start' });
  const inputs = [...section.querySelectorAll<HTMLElement>(focusableSelector)];
  inputs.find((input) => input.tabIndex >= 0 && !input.matches(':disabled'))?.focus({ preventScroll: true });
};

/** Menu of a form's sections. */
export const SectionMenu = ({ formRef }: { formRef: RefObject<HTMLFormElement | null> }) => {
  const [isOpen, setIsOpen] = useState(false);
  const [sections, setSections] = useState<readonly HTMLElement[]>([]);
  const change = (opened: boolean) => {
    if (opened) setSections(findSections(formRef.current));
    setIsOpen(opened);
  };
  useGlobalShortcut('sections', () => change(true));
  return (
    <Menu position="bottom-end" opened={isOpen} onChange={change}>
      <Menu.Target>
        <Button leftSection={<IconListTree size="1rem" />} title={describeShortcut('sections')}>
          Sections
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {sections.map((section) => (
          <Menu.Item
            key={section.ariaLabel}
            // The menu holds the focus until it is closed.
            onClick={() => window.setTimeout(() => jumpTo(section))}
          >
            {section.ariaLabel}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
};
