import { type CSSVariablesResolver, createTheme, type MantineColorsTuple, rem } from '@mantine/core';

/** The one place with colour literals. Red is the brand; everything else is paper and ink. */

const paper: MantineColorsTuple = [
  '#fbfaf8',
  '#f5f3ef',
  '#efece6',
  '#e7e4de',
  '#d6d2ca',
  '#b3aea4',
  '#6b665e',
  '#57534c',
  '#3b3833',
  '#1f2328',
];

const night: MantineColorsTuple = [
  '#e9e7e3',
  '#cbc9c4',
  '#a5a39e',
  '#85837f',
  '#3c3f44',
  '#2b2e32',
  '#1f2123',
  '#17181a',
  '#121315',
  '#0d0e0f',
];

const brand: MantineColorsTuple = [
  '#fdf0f0',
  '#f9dcdd',
  '#f0b3b6',
  '#ea8a8e',
  '#e5686c',
  '#e5484d',
  '#c2262e',
  '#a81f27',
  '#8c1a20',
  '#6f1419',
];

/** What the rich text editor offers; stored in the text itself, so the same in light and dark. */
export const richTextColors = [
  { label: 'Grey', value: '#6b7280' },
  { label: 'Red', value: '#d1242f' },
  { label: 'Orange', value: '#bc4c00' },
  { label: 'Green', value: '#1a7f37' },
  { label: 'Blue', value: '#0969da' },
  { label: 'Purple', value: '#8250df' },
] as const;

/** Paper for marked text: each carries dark ink. */
export const richTextBackgrounds = [
  { label: 'Grey', value: '#e7e4de' },
  { label: 'Red', value: '#ffd8d3' },
  { label: 'Orange', value: '#ffdfb6' },
  { label: 'Yellow', value: '#fff3a3' },
  { label: 'Green', value: '#c6f0d0' },
  { label: 'Blue', value: '#cfe3ff' },
] as const;

export const theme = createTheme({
  colors: { gray: paper, dark: night, ink: paper, brand },
  primaryColor: 'ink',
  primaryShade: { light: 9, dark: 2 },
  white: '#ffffff',
  black: '#1f2328',
  fontFamily: "'Inter Variable', system-ui, sans-serif",
  fontSizes: { xs: rem(12), sm: rem(14), md: rem(14), lg: rem(16), xl: rem(20) },
  headings: {
    fontFamily: "'Inter Variable', system-ui, sans-serif",
    fontWeight: '600',
    sizes: {
      h1: { fontSize: rem(20), lineHeight: '1.4' },
      h2: { fontSize: rem(15), lineHeight: '1.4' },
      h3: { fontSize: rem(14), lineHeight: '1.4' },
    },
  },
  radius: { xs: rem(4), sm: rem(6), md: rem(8), lg: rem(12), xl: rem(32) },
  defaultRadius: 'sm',
  shadows: {
    xs: '0 1px 2px rgb(31 35 40 / 6%)',
    sm: '0 1px 2px rgb(31 35 40 / 6%)',
    md: '0 8px 24px rgb(31 35 40 / 12%)',
    lg: '0 8px 24px rgb(31 35 40 / 12%)',
    xl: '0 8px 24px rgb(31 35 40 / 12%)',
  },
  cursorType: 'pointer',
  respectReducedMotion: true,
  components: {
    InputWrapper: { styles: { label: { marginBottom: rem(4) }, description: { marginBottom: rem(4) } } },
    Modal: {
      defaultProps: {
        transitionProps: { transition: 'fade', duration: 150 },
        centered: true,
        radius: 'lg',
        // Room for a toast below the highest dialog.
        yOffset: 'max(5dvh, 3.5rem)',
      },
      styles: { title: { fontSize: rem(16), fontWeight: 600 } },
    },
    Menu: {
      defaultProps: {
        transitionProps: { transition: 'fade', duration: 120 },
        shadow: 'md',
        // A menu may hold nothing but items; the first of them takes the focus.
        withInitialFocusPlaceholder: false,
      },
    },
    Popover: { defaultProps: { transitionProps: { transition: 'fade', duration: 120 }, shadow: 'md' } },
    Select: {
      defaultProps: {
        // Only the clear button clears: choosing the selected option again keeps it.
        allowDeselect: false,
        // The list opens when it is asked for; a form that opens with the focus on it stays in sight.
        openOnFocus: false,
        // The list itself scrolls, so that the keyboard reaches all of it.
        withScrollArea: false,
        styles: { options: { maxHeight: rem(240), overflowY: 'auto' } },
      },
    },
    // The place to type in stays beside what is chosen as long as it can.
    MultiSelect: { defaultProps: { styles: { inputField: { minWidth: rem(40) } } } },
    Tooltip: { defaultProps: { transitionProps: { transition: 'fade', duration: 120 }, openDelay: 400 } },
  },
});

const shared = {
  '--mantine-color-placeholder': 'var(--bo-muted)',
  '--mantine-color-anchor': 'var(--bo-link)',
  '--mantine-color-dimmed': 'var(--bo-muted)',
  '--mantine-color-error': 'var(--bo-danger)',
  '--mantine-color-default': 'var(--bo-card)',
  '--mantine-color-default-hover': 'var(--bo-hover)',
  '--mantine-color-default-border': 'var(--bo-control-line)',
  '--mantine-color-body': 'var(--bo-card)',
  '--mantine-primary-color-filled': 'var(--bo-solid)',
  '--mantine-primary-color-filled-hover': 'var(--bo-solid-hover)',
  '--mantine-primary-color-contrast': 'var(--bo-on-solid)',
};

/** Gives each scheme its colours as CSS variables. */
export const cssVariablesResolver: CSSVariablesResolver = () => ({
  variables: {},
  light: {
    ...shared,
    '--bo-page': '#fbfaf8',
    '--bo-card': '#ffffff',
    '--bo-sidebar': '#f5f3ef',
    '--bo-line': '#e7e4de',
    '--bo-control-line': '#cfcac1',
    '--bo-ink': '#1f2328',
    '--bo-muted': '#666159',
    '--bo-hover': '#f5f3ef',
    '--bo-selected': '#efece6',
    '--bo-link': '#1f4b99',
    '--bo-danger': '#9a2f0c',
    '--bo-danger-paper': '#fbf0eb',
    '--bo-notice-paper': '#fdf6e3',
    '--bo-notice-ink': '#6b4e00',
    '--bo-good': '#1c6b3c',
    '--bo-good-paper': '#e9f4ec',
    '--bo-brand': '#c2262e',
    '--bo-brand-hover': '#a81f27',
    '--bo-on-brand': '#ffffff',
    '--bo-solid': '#33383f',
    '--bo-solid-hover': '#1f2328',
    '--bo-on-solid': '#ffffff',
    '--bo-switch-off': '#8d877c',
    '--bo-focus': '#1f4b99',
    '--bo-toast': '#22262b',
    '--bo-toast-ink': '#ffffff',
    '--bo-toast-good': '#7fd0a0',
    '--bo-toast-bad': '#ffa488',
    '--bo-toast-press': '#3a4047',
    '--bo-check': '#e7e4de',
    '--bo-edge-shadow': 'rgb(31 35 40 / 16%)',
    '--bo-pencil': '#d9c7a3',
    '--bo-cover': '#33383f',
    '--bo-cover-spine': '#1f2328',
  },
  dark: {
    ...shared,
    '--mantine-color-text': '#e9e7e3',
    '--bo-page': '#17181a',
    '--bo-card': '#1f2123',
    '--bo-sidebar': '#1b1c1e',
    '--bo-line': '#33363a',
    '--bo-control-line': '#4a4d52',
    '--bo-ink': '#e9e7e3',
    '--bo-muted': '#a5a39e',
    '--bo-hover': '#282a2d',
    '--bo-selected': '#303337',
    '--bo-link': '#9dbdf5',
    '--bo-danger': '#ffa488',
    '--bo-danger-paper': '#33221d',
    '--bo-notice-paper': '#312a17',
    '--bo-notice-ink': '#f0d48a',
    '--bo-good': '#85d3a2',
    '--bo-good-paper': '#1b2e22',
    '--bo-brand': '#e5484d',
    '--bo-brand-hover': '#ec6569',
    '--bo-on-brand': '#170506',
    '--bo-solid': '#dcd9d3',
    '--bo-solid-hover': '#f5f3ef',
    '--bo-on-solid': '#1f2123',
    '--bo-switch-off': '#7d7b77',
    '--bo-focus': '#9dbdf5',
    '--bo-toast': '#33363a',
    '--bo-toast-ink': '#f3f1ed',
    '--bo-toast-good': '#85d3a2',
    '--bo-toast-bad': '#ffb39b',
    '--bo-toast-press': '#4a4e54',
    '--bo-check': '#33363a',
    '--bo-edge-shadow': 'rgb(0 0 0 / 45%)',
    '--bo-pencil': '#8a7a58',
    '--bo-cover': '#3c4046',
    '--bo-cover-spine': '#303338',
  },
});
