import { Menu, UnstyledButton } from '@mantine/core';
import {
  IconCheck,
  IconChevronDown,
  IconClearFormatting,
  IconPhoto,
  IconSeparatorHorizontal,
  IconTable,
} from '@tabler/icons-react';
import type { ReactNode, RefObject } from 'react';
import { Toolbar } from '../toolbar.tsx';
import { withTooltip } from '../tooltip.tsx';
import classes from './rich-text-frame.module.css';
import { DescriptionTool, type ImageDescription, LinkTool } from './rich-text-popovers.tsx';
import { editAtCaret, type Quill, setLink } from './rich-text-quill.ts';
import {
  hasHeaderRow,
  insertColumn,
  insertDivider,
  insertRow,
  insertTable,
  removeFromTable,
  toggleHeaderRow,
} from './rich-text-tables.ts';
import {
  blockToggles,
  type FormatMenu,
  formatMenus,
  formatsNotInTables,
  icon,
  indentSteps,
  inlineToggles,
  listToggles,
} from './rich-text-tools.tsx';

type TableToolProps = { isInTable: boolean; quill: RefObject<Quill | null> };

const TableItems = ({ quill }: Pick<TableToolProps, 'quill'>) => {
  const isHeaderRow = quill.current !== null && hasHeaderRow(quill.current);
  const item = (label: string, edit: (quill: Quill) => void) => (
    <Menu.Item onClick={() => editAtCaret(quill, edit)}>{label}</Menu.Item>
  );
  return (
    <>
      {item('Insert row above', (editor) => insertRow(editor, 'above'))}
      {item('Insert row below', (editor) => insertRow(editor, 'below'))}
      {item('Insert column before', (editor) => insertColumn(editor, 'before'))}
      {item('Insert column after', (editor) => insertColumn(editor, 'after'))}
      <Menu.Divider />
      <Menu.Item
        role="menuitemcheckbox"
        aria-checked={isHeaderRow}
        rightSection={isHeaderRow && <IconCheck size="1rem" aria-hidden />}
        onClick={() => editAtCaret(quill, toggleHeaderRow)}
      >
        Header row
      </Menu.Item>
      <Menu.Divider />
      {item('Remove row', (editor) => removeFromTable(editor, 'row'))}
      {item('Remove column', (editor) => removeFromTable(editor, 'column'))}
      {item('Remove table', (editor) => removeFromTable(editor, 'table'))}
    </>
  );
};

const TableTool = ({ isInTable, quill }: TableToolProps) => (
  <Menu returnFocus={false} position="bottom-start">
    <Menu.Target>
      <UnstyledButton className={classes.tool} aria-label="Table" aria-pressed={isInTable}>
        <IconTable size="1.125rem" />
        <IconChevronDown size="0.875rem" aria-hidden />
      </UnstyledButton>
    </Menu.Target>
    <Menu.Dropdown>
      {isInTable ? (
        <TableItems quill={quill} />
      ) : (
        <Menu.Item onClick={() => editAtCaret(quill, (editor) => insertTable(editor, { rows: 3, columns: 3 }))}>
          Insert table
        </Menu.Item>
      )}
    </Menu.Dropdown>
  </Menu>
);

/** Quill's formats at the caret. */
export type Formats = Record<string, unknown>;

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
  <UnstyledButton
    className={classes.tool}
    {...withTooltip(label)}
    aria-label={label}
    aria-pressed={isPressed}
    disabled={isDisabled}
    // Keeps the caret in the text on mouse clicks.
    onMouseDown={(event) => event.preventDefault()}
    onClick={onClick}
  >
    {children}
  </UnstyledButton>
);

/** Tools that stay on one line if they fit. */
const Group = ({ children }: { children: ReactNode }) => <div className={classes.group}>{children}</div>;

/** The formatting of section 9 of the specification. */
export const RichTextToolbar = ({
  label,
  editorId,
  quill,
  formats,
  isLinkOpen,
  onLinkOpenChange,
  onPickImages,
  description,
}: {
  label: string;
  editorId: string;
  quill: RefObject<Quill | null>;
  formats: Formats;
  isLinkOpen: boolean;
  onLinkOpenChange: (isOpen: boolean) => void;
  onPickImages: () => void;
  description: ImageDescription;
}) => {
  const apply = (format: string, value: unknown) =>
    editAtCaret(quill, (editor) => {
      editor.format(format, value, 'user');
      if (format === 'direction') editor.format('align', value ? 'right' : false, 'user');
    });
  const clear = () =>
    editAtCaret(quill, (editor) => {
      const range = editor.getSelection();
      if (range) editor.removeFormat(range.index, range.length, 'user');
    });
  const isInTable = formats.table !== undefined;
  const cannotApply = (format: string) => isInTable && formatsNotInTables.includes(format);
  // The value of Quill's code block is its language.
  const isCodeBlock = (format: string) => format === 'code-block' && Boolean(formats[format]);
  const renderToggles = (tools: typeof inlineToggles) =>
    tools.map((tool) => {
      const hasEquivalent = tool.equivalentFormat !== undefined && Boolean(formats[tool.equivalentFormat]);
      const isPressed = formats[tool.format] === tool.value || hasEquivalent || isCodeBlock(tool.format);
      return (
        <Tool
          key={tool.label}
          label={tool.label}
          isPressed={isPressed}
          isDisabled={cannotApply(tool.format)}
          onClick={() => {
            apply(tool.format, isPressed ? false : tool.value);
            if (hasEquivalent && tool.equivalentFormat) apply(tool.equivalentFormat, false);
          }}
        >
          <tool.icon {...icon} />
        </Tool>
      );
    });
  const renderMenu = (format: keyof typeof formatMenus) => {
    const { label: name, icon: menuIcon, options, hasSwatches }: FormatMenu = formatMenus[format];
    const findOption = (value: unknown) => Object.keys(options).find((option) => options[option] === value);
    const currentLabel = findOption(formats[format] ?? false) ?? findOption(false);
    return (
      <Menu returnFocus={false} position="bottom-start">
        <Menu.Target>
          <UnstyledButton
            className={classes.tool}
            disabled={cannotApply(format)}
            aria-label={`${name}: ${currentLabel}`}
          >
            {menuIcon ?? currentLabel}
            <IconChevronDown size="0.875rem" aria-hidden />
          </UnstyledButton>
        </Menu.Target>
        <Menu.Dropdown>
          {Object.entries(options).map(([option, value]) => (
            <Menu.Item
              key={option}
              leftSection={
                hasSwatches && value && <span className={classes.swatch} style={{ background: `${value}` }} />
              }
              onClick={() => apply(format, value)}
            >
              {option}
            </Menu.Item>
          ))}
        </Menu.Dropdown>
      </Menu>
    );
  };
  return (
    <Toolbar label={label} aria-controls={editorId} className={classes.toolbar}>
      <Group>
        {renderMenu('header')}
        {renderMenu('font')}
        {renderMenu('size')}
        {renderMenu('lang')}
      </Group>
      <Group>{renderToggles(inlineToggles)}</Group>
      <Group>
        {renderMenu('color')}
        {renderMenu('background')}
      </Group>
      <Group>
        {renderToggles(listToggles)}
        {indentSteps.map((step) => (
          <Tool
            key={step.label}
            label={step.label}
            isDisabled={cannotApply('indent')}
            onClick={() => apply('indent', step.value)}
          >
            <step.icon {...icon} />
          </Tool>
        ))}
        {renderMenu('align')}
        {renderToggles(blockToggles)}
      </Group>
      <Group>
        <LinkTool
          current={typeof formats.link === 'string' ? formats.link : ''}
          isOpen={isLinkOpen}
          onOpenChange={onLinkOpenChange}
          onApply={(url) => editAtCaret(quill, (editor) => setLink(editor, url))}
        />
        <Tool label="Image" onClick={onPickImages}>
          <IconPhoto {...icon} />
        </Tool>
        <DescriptionTool {...description} />
        <TableTool isInTable={isInTable} quill={quill} />
        <Tool label="Horizontal line" onClick={() => editAtCaret(quill, insertDivider)}>
          <IconSeparatorHorizontal {...icon} />
        </Tool>
        <Tool label="Clear formatting" onClick={clear}>
          <IconClearFormatting {...icon} />
        </Tool>
      </Group>
    </Toolbar>
  );
};
