import { Badge, Button, Group, Menu } from '@mantine/core';
import { IconListTree, IconSearch } from '@tabler/icons-react';
import { type RefObject, useState } from 'react';
import type { AnyRecord, Resource } from '#shared/resource-kit/define-resource.ts';
import { IconButton } from '../../ui/icon-button.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { describeShortcut, useGlobalShortcut } from '../../ui/shortcuts.ts';
import { RecordPosition } from '../list/record-position.tsx';
import { PresentUsers } from '../live/present-users.tsx';
import { RecordButtons } from '../record-buttons.tsx';
import { getRecordTitle, getWindowTitle } from '../record-paths.ts';
import { useResourceFormContext } from './field.tsx';
import classes from './form-header.module.css';

const focusableSelector = 'input, textarea, select, button, [contenteditable="true"], [tabindex]';

const findSections = (form: HTMLFormElement | null): HTMLElement[] => [
  ...(form?.querySelectorAll<HTMLElement>('section[aria-label]') ?? []),
];

/** Scrolls to a section and focuses its first input. */
export const jumpTo = (section: HTMLElement): void => {
  section.scrollIntoView({ block: 'start' });
  const inputs = [...section.querySelectorAll<HTMLElement>(focusableSelector)];
  inputs.find((input) => input.tabIndex >= 0 && !input.matches(':disabled'))?.focus({ preventScroll: true });
};

/** Menu of a form's sections. */
const SectionMenu = ({ formRef }: { formRef: RefObject<HTMLFormElement | null> }) => {
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

const markUnsaved = ([first = '', ...others]: readonly string[]): string[] => [`• ${first}`, ...others];

/** Header of a form: names the record, says whether it has unsaved changes, and leads to its neighbours. */
export const FormHeader = (props: {
  resource: Resource;
  record: AnyRecord | null;
  title: string;
  isDirty: boolean;
  formRef: RefObject<HTMLFormElement | null>;
  hasSections: boolean;
  breadcrumb: readonly { label: string; to: string }[];
}) => {
  const { resource, record, title, isDirty } = props;
  const { openFind } = useResourceFormContext();
  const windowTitle = record ? getWindowTitle(resource, record, title) : [title];
  return (
    <PageHeader
      title={title}
      subtitle={record?.[resource.titleField] ? getRecordTitle(resource, record) : undefined}
      badge={
        isDirty && (
          <Badge c="var(--bo-warning-text)" bg="var(--bo-warning-background)" bd="none" tt="none" flex="none">
            Unsaved changes
          </Badge>
        )
      }
      windowTitle={isDirty ? markUnsaved(windowTitle) : windowTitle}
      breadcrumb={props.breadcrumb}
    >
      {record && <PresentUsers resource={resource} record={record} mode="edit" />}
      {record && <RecordPosition resource={resource} id={record._id} screen="edit" />}
      <Group gap="xs" className={classes.actions}>
        <IconButton
          label="Find in form"
          tooltip={`Find in form (${describeShortcut('find')})`}
          icon={<IconSearch size="1.125rem" />}
          onClick={openFind}
        />
        {props.hasSections && <SectionMenu formRef={props.formRef} />}
        {record && <RecordButtons resource={resource} record={record} />}
      </Group>
    </PageHeader>
  );
};
