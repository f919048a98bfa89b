import { colorsTuple, createTheme, rem } from '@mantine/core';
import { holdKeys } from './hold-keys.ts';

/** The only place with color literals besides colors.css and first-frame.css. */

const paper = colorsTuple('#fbfaf8 #f5f3ef #efece6 #e7e4de #d6d2ca #b3aea4 #6b665e #57534c #3b3833 #1f2328'.split(' '));

const night = colorsTuple('#e9e7e3 #cbc9c4 #a5a39e #85837f #3c3f44 #2b2e32 #1f2123 #17181a #121315 #0d0e0f'.split(' '));

/** Text colors of the editor. Stored in the text, so the same in light and dark mode. */
export const richTextColors = {
  Grey: '#6b7280',
  Red: '#d1242f',
  Orange: '#bc4c00',
  Green: '#1a7f37',
  Blue: '#0969da',
  Purple: '#8250df',
};

/** Highlight colors of the editor, all with dark text. */
export const richTextBackgrounds = {
  Grey: '#e7e4de',
  Red: '#ffd8d3',
  Orange: '#ffdfb6',
  Yellow: '#fff3a3',
  Green: '#c6f0d0',
  Blue: '#cfe3ff',
};

const dialogTitle = { fontSize: rem(16), fontWeight: 600, lineHeight: 1.4 };

// Menus and popovers are no larger than the room that the window leaves them, and scroll (global.css).
const middlewares = { flip: { fallbackStrategy: 'bestFit' as const }, shift: true, size: { padding: 5 } };

export const theme = createTheme({
  colors: { gray: paper, dark: night, ink: paper },
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
      h2: { fontSize: rem(14), lineHeight: '1.4' },
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
    Checkbox: { defaultProps: { radius: 'xs' } },
    Badge: { defaultProps: { variant: 'default', tt: 'none', fw: 500, radius: 'xl' } },
    // The other variants are `brand` for the main action of a page or dialog, `danger` for deleting (both in
    // global.css), and `subtle`.
    Button: { defaultProps: { variant: 'default', color: 'gray' } },
    Card: { defaultProps: { withBorder: true, radius: 'lg', padding: 'md', shadow: 'xs' } },
    ComboboxChevron: { defaultProps: { 'aria-hidden': true } },
    InputWrapper: { styles: { label: { marginBottom: rem(4) }, description: { marginBottom: rem(4) } } },
    Kbd: { styles: { root: { fontFamily: 'inherit', fontSize: rem(11), fontWeight: 500 } } },
    Modal: {
      defaultProps: {
        transitionProps: { transition: 'fade', duration: 150 },
        centered: true,
        closeButtonProps: { 'aria-label': 'Close' },
        radius: 'lg',
        yOffset: 'var(--bo-dialog-margin)',
      },
      styles: { title: dialogTitle },
    },
    Drawer: {
      defaultProps: { closeButtonProps: { 'aria-label': 'Close' } },
      styles: { title: dialogTitle },
    },
    Menu: {
      defaultProps: {
        transitionProps: { transition: 'fade', duration: 120 },
        shadow: 'md',
        middlewares,
        // A menu may contain only items, so the first one takes the focus instead of a placeholder.
        withInitialFocusPlaceholder: false,
        onOpen: holdKeys,
      },
    },
    Notification: { defaultProps: { closeButtonProps: { 'aria-label': 'Dismiss' } } },
    PasswordInput: {
      defaultProps: {
        visibilityToggleFocusable: true,
        visibilityToggleButtonProps: { 'aria-label': 'Show password' },
      },
    },
    Popover: { defaultProps: { transitionProps: { transition: 'fade', duration: 120 }, shadow: 'md', middlewares } },
    // White by default, as is the button around it in dark mode.
    Radio: { defaultProps: { iconColor: 'var(--bo-primary-contrast)' } },
    Select: {
      defaultProps: {
        // Only the clear button clears: choosing the selected option again keeps it.
        allowDeselect: false,
        // Otherwise a form that focuses a select on opening would be covered by its list.
        openOnFocus: false,
        // Native scrolling lets the keyboard reach all options.
        withScrollArea: false,
        styles: { options: { maxHeight: rem(240), overflowY: 'auto' } },
      },
    },
    Tooltip: {
      defaultProps: {
        transitionProps: { transition: 'fade', duration: 120 },
        openDelay: 400,
        events: { hover: true, focus: true, touch: false },
        interactive: true,
      },
    },
  },
});
