import {
  IconAlignLeft,
  IconBold,
  IconCode,
  IconHighlight,
  IconIndentDecrease,
  IconIndentIncrease,
  IconItalic,
  IconLetterA,
  IconList,
  IconListNumbers,
  IconSourceCode,
  IconStrikethrough,
  IconSubscript,
  IconSuperscript,
  IconTextDirectionRtl,
  IconUnderline,
} from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { richTextBackgrounds, richTextColors } from '../theme.ts';

export const icon = { size: '1.125rem', stroke: 1.75 };

type Toggle = {
  label: string;
  format: string;
  value: string | true;
  icon: typeof IconBold;
  /** Format that looks the same, such as `del` for `s`: the button shows and removes it as well. */
  equivalentFormat?: string;
};

/** Menu for the values of `format`; false is the default. */
export type FormatMenu = {
  label: string;
  format: string;
  icon?: ReactNode;
  options: readonly { label: string; value: string | number | false; color?: string }[];
};

export const formatMenus = {
  header: {
    label: 'Heading',
    format: 'header',
    options: [
      { label: 'Paragraph', value: false },
      ...[1, 2, 3, 4, 5, 6].map((level) => ({ label: `Heading ${level}`, value: level })),
    ],
  },
  font: {
    label: 'Font',
    format: 'font',
    options: [
      { label: 'Sans serif', value: false },
      { label: 'Serif', value: 'serif' },
      { label: 'Monospace', value: 'monospace' },
    ],
  },
  size: {
    label: 'Size',
    format: 'size',
    options: [
      { label: 'Small', value: 'small' },
      { label: 'Normal', value: false },
      { label: 'Large', value: 'large' },
      { label: 'Huge', value: 'huge' },
    ],
  },
  align: {
    label: 'Alignment',
    format: 'align',
    icon: <IconAlignLeft {...icon} />,
    options: [
      { label: 'Left', value: false },
      { label: 'Centre', value: 'center' },
      { label: 'Right', value: 'right' },
      { label: 'Justify', value: 'justify' },
    ],
  },
  color: {
    label: 'Text colour',
    format: 'color',
    icon: <IconLetterA {...icon} />,
    options: [
      { label: 'Automatic', value: false },
      ...richTextColors.map(({ label, value }) => ({ label, value, color: value })),
    ],
  },
  background: {
    label: 'Background colour',
    format: 'background',
    icon: <IconHighlight {...icon} />,
    options: [
      { label: 'None', value: false },
      ...richTextBackgrounds.map(({ label, value }) => ({ label, value, color: value })),
    ],
  },
} as const satisfies Record<string, FormatMenu>;

export const inlineToggles: readonly Toggle[] = [
  { label: 'Bold', format: 'bold', value: true, icon: IconBold },
  { label: 'Italic', format: 'italic', value: true, icon: IconItalic },
  { label: 'Underline', format: 'underline', value: true, icon: IconUnderline, equivalentFormat: 'ins' },
  { label: 'Strikethrough', format: 'strike', value: true, icon: IconStrikethrough, equivalentFormat: 'del' },
  { label: 'Subscript', format: 'script', value: 'sub', icon: IconSubscript },
  { label: 'Superscript', format: 'script', value: 'super', icon: IconSuperscript },
  { label: 'Code', format: 'code', value: true, icon: IconCode },
];

export const listToggles: readonly Toggle[] = [
  { label: 'Numbered list', format: 'list', value: 'ordered', icon: IconListNumbers },
  { label: 'Bulleted list', format: 'list', value: 'bullet', icon: IconList },
];

export const indentSteps = [
  { label: 'Decrease indent', value: '-1', icon: IconIndentDecrease },
  { label: 'Increase indent', value: '+1', icon: IconIndentIncrease },
];

export const blockToggles: readonly Toggle[] = [
  { label: 'Right to left', format: 'direction', value: 'rtl', icon: IconTextDirectionRtl },
  { label: 'Code block', format: 'code-block', value: true, icon: IconSourceCode },
];

/** Line formats that table cells don't support. */
export const formatsNotInTables: readonly string[] = ['header', 'list', 'indent', 'code-block'];
