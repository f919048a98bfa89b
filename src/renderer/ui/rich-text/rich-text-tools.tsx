import {
  IconAlignLeft,
  IconBold,
  IconCode,
  IconHighlight,
  IconIndentDecrease,
  IconIndentIncrease,
  IconItalic,
  IconLanguage,
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

export type Toggle = {
  label: string;
  format: string;
  value: string | true;
  icon: typeof IconBold;
  /** Format that looks the same, such as `del` for `s`: the button shows and removes it as well. */
  equivalentFormat?: string;
};

/** Menu for the values of a format by label; false is the default. */
export type FormatMenu = {
  label: string;
  icon?: ReactNode;
  options: Readonly<Record<string, string | number | false>>;
  hasSwatches?: boolean;
};

/** Languages of a part of a text, by label. */
const languages = {
  Arabic: 'ar',
  Chinese: 'zh',
  English: 'en',
  French: 'fr',
  German: 'de',
  Hindi: 'hi',
  Italian: 'it',
  Japanese: 'ja',
  Kannada: 'kn',
  Malayalam: 'ml',
  Spanish: 'es',
  Tamil: 'ta',
} as const;

const headings = Object.fromEntries([1, 2, 3, 4, 5, 6].map((level) => [`Heading ${level}`, level]));

/** By Quill's name of the format. */
export const formatMenus = {
  header: { label: 'Heading', options: { Paragraph: false, ...headings } },
  font: { label: 'Font', options: { 'Sans serif': false, Serif: 'serif', Monospace: 'monospace' } },
  size: { label: 'Size', options: { Small: 'small', Normal: false, Large: 'large', Huge: 'huge' } },
  align: {
    label: 'Alignment',
    icon: <IconAlignLeft {...icon} />,
    options: { Left: false, Centre: 'center', Right: 'right', Justify: 'justify' },
  },
  lang: {
    label: 'Language',
    icon: <IconLanguage {...icon} />,
    options: { 'As the rest': false, ...languages },
  },
  color: {
    label: 'Text colour',
    icon: <IconLetterA {...icon} />,
    options: { Automatic: false, ...richTextColors },
    hasSwatches: true,
  },
  background: {
    label: 'Background colour',
    icon: <IconHighlight {...icon} />,
    options: { None: false, ...richTextBackgrounds },
    hasSwatches: true,
  },
} satisfies Record<string, FormatMenu>;

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
