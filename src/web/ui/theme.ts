import { createTheme, type MantineColorsTuple, virtualColor } from '@mantine/core';
import { FocusKeepingButton } from './focus-keeping-button.ts';
import { palette } from './palette.ts';

type Own = keyof typeof palette | 'brand';
/** What a part may be told of its colour: one of the palette, whose contrast is measured, and no other of Mantine's. */
type SumiColor = Own | `${Own}.${number}` | 'white' | 'dimmed' | 'inherit' | 'bright';

declare module '@mantine/core' {
  interface MantineThemeColorsOverride {
    colors: Record<SumiColor, MantineColorsTuple>;
  }
}

const letters =
  "'Figtree Variable', 'Figtree Fallback', system-ui, 'Apple SD Gothic Neo', 'Malgun Gothic', 'Noto Sans KR', 'PingFang SC', 'Microsoft YaHei', 'Noto Sans SC', sans-serif";

/**
 * Parts that stand on ink in light and on paper in dark. Mantine computes their contrast from the light scheme alone,
 * so their colour is set here.
 */
function onBrand(variable: string) {
  return (_: unknown, { color = 'brand' }: { color?: string | undefined }) => ({
    root: color === 'brand' ? { [variable]: 'var(--mantine-color-brand-contrast)' } : {},
  });
}

/** How long a pointer rests on a button before its tooltip opens, in milliseconds. */
export const tooltipDelay = 700;

/** A dialog's `<header>` would otherwise be announced as the page's banner. */
const plainHeader = { attributes: { header: { role: 'presentation' } } };

/** It takes the place of the one that the press has drawn (overlays/use-shade.ts), so it does not fade in once more. */
const shade = { transitionProps: { duration: 0, exitDuration: 200 } };

/** The title of a dialog or drawer is a heading, heavier than the labels below it. */
const dialogTitle = {
  title: {
    fontSize: 'var(--mantine-h3-font-size)',
    fontWeight: 800,
    lineHeight: 'var(--mantine-h3-line-height)',
    overflowWrap: 'anywhere',
  },
} as const;

/**
 * The look of the product in Mantine's terms. Pages name colours by what they are for (`live`, `feed`, `cup`,
 * `coins`, `teach`, and `brand` for ink) and sizes by name; sizes of controls are in global.css.
 */
export const theme = createTheme({
  colors: { ...palette, brand: virtualColor({ name: 'brand', light: 'ink', dark: 'paper' }) },
  primaryColor: 'brand',
  primaryShade: 6,
  autoContrast: true,
  luminanceThreshold: 0.24,
  white: '#fffdf9',
  black: palette.ink[8],
  fontFamily: letters,
  headings: {
    fontFamily: letters,
    fontWeight: '800',
    textWrap: 'balance',
    sizes: {
      h1: { fontSize: 'clamp(1.75rem, 1.45rem + 1.4vw, 2.375rem)', lineHeight: '1.12' },
      h2: { fontSize: 'clamp(1.375rem, 1.2rem + 0.8vw, 1.75rem)', lineHeight: '1.2' },
      h3: { fontSize: '1.25rem', lineHeight: '1.3' },
      h4: { fontSize: '1.0625rem', lineHeight: '1.4' },
    },
  },
  defaultRadius: 'md',
  radius: { xs: '0.375rem', sm: '0.625rem', md: '0.875rem', lg: '1.25rem', xl: '2rem' },
  shadows: { xs: 'none', sm: 'var(--sumi-shadow)', md: 'var(--sumi-shadow)', lg: 'var(--sumi-shadow)' },
  cursorType: 'pointer',
  respectReducedMotion: true,
  focusRing: 'auto',
  components: {
    UnstyledButton: { defaultProps: { component: FocusKeepingButton } },
    Button: { defaultProps: { size: 'md', radius: 'xl' } },
    ActionIcon: { defaultProps: { size: 'lg', radius: 'xl', variant: 'subtle' } },
    Badge: { defaultProps: { variant: 'light', radius: 'xl', tt: 'none' } },
    Card: { defaultProps: { radius: 'lg', padding: 'lg', withBorder: true } },
    // Mantine's own, `alert`, would interrupt a screen reader with what was on the page as it opened.
    Alert: { defaultProps: { role: 'note' } },
    Paper: { defaultProps: { radius: 'lg' } },
    TextInput: { defaultProps: { size: 'md' } },
    PasswordInput: { defaultProps: { size: 'md' } },
    NumberInput: { defaultProps: { size: 'md' } },
    Textarea: { defaultProps: { size: 'md' } },
    Select: { defaultProps: { size: 'md' } },
    NativeSelect: { defaultProps: { size: 'md' } },
    Autocomplete: { defaultProps: { size: 'md' } },
    MultiSelect: { defaultProps: { size: 'md' } },
    TagsInput: { defaultProps: { size: 'md' } },
    // The frame of what has a label and is no input, such as a group of radios.
    InputWrapper: { defaultProps: { size: 'md' } },
    Modal: {
      defaultProps: { radius: 'lg', centered: true, overlayProps: shade, ...plainHeader },
      styles: dialogTitle,
    },
    Drawer: { defaultProps: { overlayProps: shade, ...plainHeader }, styles: dialogTitle },
    // Fixed in the window, and not in the page: a popover in a drawer stays where it is when the page behind it moves.
    Popover: { defaultProps: { floatingStrategy: 'fixed' } },
    Menu: { defaultProps: { radius: 'md', shadow: 'md' } },
    Tooltip: {
      defaultProps: {
        openDelay: tooltipDelay,
        radius: 'sm',
        withArrow: true,
        // The keyboard opens one too, Escape closes it, and a pointer may go over to it to read it.
        events: { hover: true, focus: true, touch: false },
        interactive: true,
      },
    },
    Tabs: { defaultProps: { variant: 'pills', radius: 'xl' }, vars: onBrand('--tabs-text-color') },
    Checkbox: { vars: onBrand('--checkbox-icon-color') },
    CheckboxIndicator: { vars: onBrand('--checkbox-icon-color') },
    Radio: { vars: onBrand('--radio-icon-color') },
    RadioIndicator: { vars: onBrand('--radio-icon-color') },
    Pagination: { vars: onBrand('--pagination-active-color') },
    Stepper: { vars: onBrand('--stepper-icon-color') },
    Timeline: { vars: onBrand('--tl-icon-color') },
    Indicator: { vars: onBrand('--indicator-text-color') },
    Progress: { defaultProps: { radius: 'xl', size: 'lg' } },
    Anchor: { defaultProps: { underline: 'always' } },
  },
});
