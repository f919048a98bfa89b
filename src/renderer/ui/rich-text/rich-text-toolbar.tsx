import { Menu, UnstyledButton } from '@mantine/core';
import {
  IconChevronDown,
  IconClearFormatting,
  IconDots,
  IconPhoto,
  IconSeparatorHorizontal,
  IconTable,
} from '@tabler/icons-react';
import { type ReactNode, type RefObject, useState } from 'react';
import { Toolbar } from '../toolbar.tsx';
import { withTooltip } from '../tooltip.tsx';
import type { Formats } from './rich-text-dom.ts';
import classes from './rich-text-frame.module.css';
import { DescriptionTool, type ImageDescription, LinkTool } from './rich-text-popovers.tsx';
import { editAtCaret, type Quill, setLink } from './rich-text-quill.ts';
import {
  hasHeaders,
  insertColumn,
  insertDivider,
  insertRow,
  insertTable,
  removeFromTable,
  toggleHeaders,
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
  type Toggle,
} from './rich-text-tools.tsx';

const ToolMenu = ({
  label,
  icon: content,
  isPressed,
  isDisabled = false,
  children,
}: {
  label: string;
  icon: ReactNode;
  isPressed?: boolean;
  isDisabled?: boolean;
  children: ReactNode;
}) => (
  <Menu returnFocus={false} position="bottom-start">
    <Menu.Target>
      <UnstyledButton className={classes.tool} aria-label={label} aria-pressed={isPressed} disabled={isDisabled}>
        {content}
        <IconChevronDown size="0.875rem" aria-hidden />
      </UnstyledButton>
    </Menu.Target>
    <Menu.Dropdown>{children}</Menu.Dropdown>
  </Menu>
);

const TableItems = ({ quill }: { quill: RefObject<Quill | null> }) => {
  const headerItem = (label: string, role: 'columnheader' | 'rowheader') => (
    <Menu.CheckboxItem
      checked={quill.current !== null && hasHeaders(quill.current, role)}
      closeMenuOnClick
      onChange={() => editAtCaret(quill, (editor) => toggleHeaders(editor, role))}
    >
      {label}
    </Menu.CheckboxItem>
  );
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
      {headerItem('Header row', 'columnheader')}
      {headerItem('Header column', 'rowheader')}
      <Menu.Divider />
      {item('Remove row', (editor) => removeFromTable(editor, 'row'))}
      {item('Remove column', (editor) => removeFromTable(editor, 'column'))}
      {item('Remove table', (editor) => removeFromTable(editor, 'table'))}
    </>
  );
};

const Tool = ({
  label,
  Icon,
  isPressed,
  isExpanded,
  isDisabled = false,
  onClick,
}: {
  label: string;
  Icon: typeof IconPhoto;
  isPressed?: boolean;
  isExpanded?: boolean;
  isDisabled?: boolean;
  onClick: () => void;
}) => (
  <UnstyledButton
    className={classes.tool}
    {...withTooltip(label)}
    aria-label={label}
    aria-pressed={isPressed}
    aria-expanded={isExpanded}
    disabled={isDisabled}
    // Keeps the caret in the text on mouse clicks.
    onMouseDown={(event) => event.preventDefault()}
    onClick={onClick}
  >
    <Icon {...icon} />
  </UnstyledButton>
);

/** Bold, italic and underline are among the tools that are always shown. */
const mainToggles = 3;

/** The formatting of section 9 of the specification: the most used tools, and the others on demand in a second line. */
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
  /** Those at the caret. */
  formats: Formats;
  isLinkOpen: boolean;
  onLinkOpenChange: (isOpen: boolean) => void;
  onPickImages: () => void;
  description: ImageDescription;
}) => {
  const [isExtended, setIsExtended] = useState(false);
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
  const renderToggle = ({ label: name, format, value, icon: Icon, equivalentFormat }: Toggle) => {
    const hasEquivalent = equivalentFormat !== undefined && Boolean(formats[equivalentFormat]);
    const hasFormat = value === true ? Boolean(formats[format]) : formats[format] === value;
    const isPressed = hasFormat || hasEquivalent;
    return (
      <Tool
        key={name}
        label={name}
        Icon={Icon}
        isPressed={isPressed}
        isDisabled={cannotApply(format)}
        onClick={() => {
          apply(format, isPressed ? false : value);
          if (hasEquivalent) apply(equivalentFormat, false);
        }}
      />
    );
  };
  const renderMenu = (format: keyof typeof formatMenus) => {
    const { label: name, icon: menuIcon, options, hasSwatches }: FormatMenu = formatMenus[format];
    const findOption = (value: unknown) => Object.keys(options).find((option) => options[option] === value);
    const current = findOption(formats[format] ?? false) ?? findOption(false);
    return (
      <ToolMenu label={`${name}: ${current}`} icon={menuIcon ?? current} isDisabled={cannotApply(format)}>
        {Object.entries(options).map(([option, value]) => (
          <Menu.Item
            key={option}
            leftSection={hasSwatches && value && <span className={classes.swatch} style={{ background: `${value}` }} />}
            onClick={() => apply(format, value)}
          >
            {option}
          </Menu.Item>
        ))}
      </ToolMenu>
    );
  };
  const tableTool = (
    <ToolMenu label="Table" icon={<IconTable size="1.125rem" />} isPressed={isInTable}>
      {isInTable ? (
        <TableItems quill={quill} />
      ) : (
        <Menu.Item onClick={() => editAtCaret(quill, (editor) => insertTable(editor, { rows: 3, columns: 3 }))}>
          Insert table
        </Menu.Item>
      )}
    </ToolMenu>
  );
  return (
    <Toolbar label={label} aria-controls={editorId} className={classes.toolbar}>
      <div className={classes.group}>{renderMenu('header')}</div>
      <div className={classes.group}>{inlineToggles.slice(0, mainToggles).map(renderToggle)}</div>
      <div className={classes.group}>{listToggles.map(renderToggle)}</div>
      <div className={classes.group}>
        <LinkTool
          current={typeof formats.link === 'string' ? formats.link : ''}
          isOpen={isLinkOpen}
          onOpenChange={onLinkOpenChange}
          onApply={(url) => editAtCaret(quill, (editor) => setLink(editor, url))}
        />
        <Tool label="Image" Icon={IconPhoto} onClick={onPickImages} />
        {description.hasImage && <DescriptionTool {...description} />}
        {tableTool}
      </div>
      <div className={classes.group}>
        <Tool
          label="More formatting"
          Icon={IconDots}
          isExpanded={isExtended}
          onClick={() => setIsExtended(!isExtended)}
        />
      </div>
      {isExtended && (
        <>
          <div className={classes.rowBreak} />
          <div className={classes.group}>
            {renderMenu('font')}
            {renderMenu('size')}
            {renderMenu('lang')}
          </div>
          <div className={classes.group}>{inlineToggles.slice(mainToggles).map(renderToggle)}</div>
          <div className={classes.group}>
            {renderMenu('color')}
            {renderMenu('background')}
          </div>
          <div className={classes.group}>
            {indentSteps.map(({ label: name, value, icon: Icon }) => (
              <Tool
                key={name}
                label={name}
                Icon={Icon}
                isDisabled={cannotApply('indent')}
                onClick={() => apply('indent', value)}
              />
            ))}
            {renderMenu('align')}
            {blockToggles.map(renderToggle)}
          </div>
          <div className={classes.group}>
            <Tool
              label="Horizontal line"
              Icon={IconSeparatorHorizontal}
              onClick={() => editAtCaret(quill, insertDivider)}
            />
            <Tool label="Clear formatting" Icon={IconClearFormatting} onClick={clear} />
          </div>
        </>
      )}
    </Toolbar>
  );
};
