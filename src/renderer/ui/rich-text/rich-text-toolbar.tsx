import { Menu, Tooltip, UnstyledButton } from '@mantine/core';
import { IconChevronDown, IconPhoto } from '@tabler/icons-react';
import { type KeyboardEvent, type ReactNode, useRef } from 'react';
import classes from './rich-text-frame.module.css';
import { LinkTool } from './rich-text-link.tsx';
import { type TableActions, TableTool } from './rich-text-table-tool.tsx';
import {
  type Choice,
  choices,
  clearIcon,
  codeBlockToggle,
  directionToggle,
  dividerIcon,
  indentSteps,
  inlineToggles,
  listToggles,
  notInTables,
} from './rich-text-tools.tsx';

/** Quill's formats at the caret. */
export type Formats = Record<string, unknown>;

export type ToolbarActions = {
  apply: (format: string, value: unknown) => void;
  clear: () => void;
  insertPictures: () => void;
  insertDivider: () => void;
  table: TableActions;
};

const Tool = ({
  label,
  isPressed,
  isDisabled = false,
  onClick,
  children,
}: {
  label: string;
  isPressed?: boolean;
  isDisabled?: boolean;
  onClick: () => void;
  children: ReactNode;
}) => (
  <Tooltip label={label}>
    <UnstyledButton
      className={classes.tool}
      aria-label={label}
      aria-pressed={isPressed}
      disabled={isDisabled}
      // Keeps the caret in the text on mouse clicks.
      onMouseDown={(event) => event.preventDefault()}
      onClick={onClick}
    >
      {children}
    </UnstyledButton>
  </Tooltip>
);

const FormatMenuButton = ({
  choice,
  formats,
  isDisabled,
  apply,
}: {
  choice: Choice;
  formats: Formats;
  isDisabled: boolean;
  apply: ToolbarActions['apply'];
}) => {
  const current = formats[choice.format] ?? false;
  const selected = choice.options.find((option) => option.value === current);
  const plain = choice.options.find((option) => option.value === false);
  return (
    <Menu returnFocus={false} position="bottom-start">
      <Menu.Target>
        <UnstyledButton
          className={classes.tool}
          disabled={isDisabled}
          aria-label={`${choice.label}: ${(selected ?? plain)?.label}`}
        >
          {choice.icon ?? (selected ?? plain)?.label}
          <IconChevronDown size="0.875rem" aria-hidden />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        {choice.options.map((option) => (
          <Menu.Item
            key={option.label}
            leftSection={
              option.color && <span className={classes.swatch} style={{ background: option.color }} />
            }
            onClick={() => apply(choice.format, option.value)}
          >
            {option.label}
          </Menu.Item>
        ))}
      </Menu.Dropdown>
    </Menu>
  );
};

const Separator = () => <span className={classes.separator} aria-hidden />;

const moveFocus = (event: KeyboardEvent<HTMLDivElement>): void => {
  const steps: Record<string, number> = { ArrowRight: 1, ArrowLeft: -1 };
  const step = steps[event.key];
  const target = event.target;
  if (!step || !(target instanceof HTMLButtonElement)) return;
  const buttons = [...event.currentTarget.querySelectorAll<HTMLButtonElement>('button:enabled')];
  buttons.at((buttons.indexOf(target) + step) % buttons.length)?.focus();
  event.preventDefault();
};

/** The formatting of section 9 of the specification. */
export const RichTextToolbar = ({
  label,
  editorId,
  formats,
  actions,
  isLinkOpen,
  onLinkOpenChange,
}: {
  label: string;
  editorId: string;
  formats: Formats;
  actions: ToolbarActions;
  isLinkOpen: boolean;
  onLinkOpenChange: (isOpen: boolean) => void;
}) => {
  const bar = useRef<HTMLDivElement>(null);
  const { apply } = actions;
  const isInTable = formats.table !== undefined;
  const cannotApply = (format: string) => isInTable && notInTables.includes(format);
  // The value of Quill's code block is its language.
  const isCodeBlock = (format: string) => format === 'code-block' && Boolean(formats[format]);
  const toggles = (tools: typeof inlineToggles) =>
    tools.map((tool) => {
      const isAlike = tool.alike !== undefined && Boolean(formats[tool.alike]);
      const isPressed = formats[tool.format] === tool.value || isAlike || isCodeBlock(tool.format);
      return (
        <Tool
          key={tool.label}
          label={tool.label}
          isPressed={isPressed}
          isDisabled={cannotApply(tool.format)}
          onClick={() => {
            apply(tool.format, isPressed ? false : tool.value);
            if (isAlike && tool.alike) apply(tool.alike, false);
          }}
        >
          {tool.icon}
        </Tool>
      );
    });
  const choice = (name: keyof typeof choices) => (
    <FormatMenuButton
      choice={choices[name]}
      formats={formats}
      isDisabled={cannotApply(choices[name].format)}
      apply={apply}
    />
  );
  return (
    <div
      ref={bar}
      role="toolbar"
      aria-label={label}
      aria-controls={editorId}
      className={classes.toolbar}
      onKeyDown={moveFocus}
    >
      {choice('header')}
      {choice('font')}
      {choice('size')}
      <Separator />
      {toggles(inlineToggles)}
      <Separator />
      {choice('color')}
      {choice('background')}
      <Separator />
      {toggles(listToggles)}
      {indentSteps.map((step) => (
        <Tool
          key={step.label}
          label={step.label}
          isDisabled={cannotApply('indent')}
          onClick={() => apply('indent', step.value)}
        >
          {step.icon}
        </Tool>
      ))}
      {choice('align')}
      {toggles([directionToggle, codeBlockToggle])}
      <Separator />
      <LinkTool
        current={typeof formats.link === 'string' ? formats.link : ''}
        isOpen={isLinkOpen}
        onOpenChange={onLinkOpenChange}
        onApply={(url) => apply('link', url || false)}
      />
      <Tool label="Image" onClick={actions.insertPictures}>
        <IconPhoto size="1.125rem" stroke={1.75} />
      </Tool>
      <TableTool isInTable={isInTable} actions={actions.table} />
      <Tool label="Horizontal line" onClick={actions.insertDivider}>
        {dividerIcon}
      </Tool>
      <Tool label="Clear formatting" onClick={actions.clear}>
        {clearIcon}
      </Tool>
    </div>
  );
};
