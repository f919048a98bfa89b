import { Menu, Tooltip, UnstyledButton } from '@mantine/core';
import { IconChevronDown, IconPhoto } from '@tabler/icons-react';
import { type KeyboardEvent, type ReactNode, useRef } from 'react';
import classes from './rich-text.module.css';
import { LinkTool } from './rich-text-link.tsx';
import {
  type Choice,
  choices,
  clearIcon,
  directionToggle,
  indentSteps,
  inlineToggles,
  listToggles,
} from './rich-text-tools.tsx';

/** What the text at the caret is formatted with, as Quill says it. */
export type Formats = Record<string, unknown>;

export type ToolbarActions = {
  apply: (format: string, value: unknown) => void;
  clear: () => void;
  insertPictures: () => void;
};

const Tool = ({
  label,
  isPressed,
  onClick,
  children,
}: {
  label: string;
  isPressed?: boolean;
  onClick: () => void;
  children: ReactNode;
}) => (
  <Tooltip label={label}>
    <UnstyledButton
      className={classes.tool}
      aria-label={label}
      aria-pressed={isPressed}
      // The caret stays in the text while a button is pressed with the mouse.
      onMouseDown={(event) => event.preventDefault()}
      onClick={onClick}
    >
      {children}
    </UnstyledButton>
  </Tooltip>
);

const ChoiceTool = ({
  choice,
  formats,
  apply,
}: {
  choice: Choice;
  formats: Formats;
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

/** Arrow keys move within the toolbar, as in every toolbar. */
const moveFocus = (event: KeyboardEvent<HTMLDivElement>): void => {
  const steps: Record<string, number> = { ArrowRight: 1, ArrowLeft: -1 };
  const step = steps[event.key];
  const target = event.target;
  if (!step || !(target instanceof HTMLButtonElement)) return;
  const buttons = [...event.currentTarget.querySelectorAll('button')];
  buttons.at((buttons.indexOf(target) + step) % buttons.length)?.focus();
  event.preventDefault();
};

/** The formatting of section 9 of the specification, each with a name of its own. */
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
  const toggles = (tools: typeof inlineToggles) =>
    tools.map((tool) => {
      const isPressed = formats[tool.format] === tool.value;
      return (
        <Tool
          key={tool.label}
          label={tool.label}
          isPressed={isPressed}
          onClick={() => apply(tool.format, isPressed ? false : tool.value)}
        >
          {tool.icon}
        </Tool>
      );
    });
  const choice = (name: keyof typeof choices) => (
    <ChoiceTool choice={choices[name]} formats={formats} apply={apply} />
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
        <Tool key={step.label} label={step.label} onClick={() => apply('indent', step.value)}>
          {step.icon}
        </Tool>
      ))}
      {choice('align')}
      {toggles([directionToggle])}
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
      <Tool label="Clear formatting" onClick={actions.clear}>
        {clearIcon}
      </Tool>
    </div>
  );
};
