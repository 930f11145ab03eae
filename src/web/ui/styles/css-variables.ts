import type { CSSVariablesResolver } from '@mantine/core';
import { palette } from '../palette.ts';

type Shown = Exclude<keyof typeof palette, 'gray' | 'dark' | 'ink' | 'paper'>;

const shown: Shown[] = ['live', 'feed', 'cup', 'coins', 'teach', 'red', 'green'];

/** Marigold and gold are too bright to write with on paper; their text is a darker shade. */
const brightShades: Partial<Record<Shown, number>> = { cup: 8, coins: 8 };

/** The same in light and dark: text on a sheet of ink, and the skin of drawn people. */
const bothSchemes = {
  '--sumi-dimmed-on-ink': '#c9c4c0',
  '--sumi-skin': '#d9a077',
  '--sumi-skin-deep': '#b97a52',
};

/** Where the two schemes differ from what Mantine computes. Our own variables begin with `--sumi`. */
export const cssVariables: CSSVariablesResolver = () => {
  const light: Record<string, string> = {
    '--mantine-color-body': '#fbf5ea',
    '--mantine-color-text': palette.ink[7],
    '--mantine-color-bright': palette.ink[8],
    '--mantine-color-dimmed': palette.gray[6],
    '--mantine-color-placeholder': '#6f665b',
    '--mantine-color-default': palette.paper[0],
    '--mantine-color-default-hover': palette.gray[1],
    '--mantine-color-default-color': palette.ink[7],
    '--mantine-color-default-border': palette.gray[3],
    '--mantine-color-error': palette.red[6],
    '--mantine-color-success': palette.green[6],
    '--mantine-color-anchor': palette.ink[7],
    '--mantine-color-disabled-color': palette.gray[5],
    '--sumi-surface': palette.paper[0],
    '--sumi-sunk': palette.gray[1],
    '--sumi-raised': '#fffdf9',
    '--sumi-line': palette.gray[2],
    '--sumi-edge': '#8c8171',
    '--sumi-ink': palette.ink[7],
    '--sumi-on-ink': palette.paper[1],
    '--sumi-wash': 'rgb(38 42 66 / 7%)',
    '--sumi-ink-sheet': palette.ink[8],
    '--sumi-shadow': '0 1px 2px rgb(74 58 32 / 6%), 0 8px 24px -12px rgb(74 58 32 / 18%)',
    ...variants('brand', {
      light: palette.gray[1],
      hover: palette.gray[2],
      text: palette.ink[7],
      outline: palette.ink[6],
    }),
  };
  const dark: Record<string, string> = {
    '--mantine-color-body': palette.dark[7],
    '--mantine-color-text': palette.dark[0],
    '--mantine-color-bright': palette.paper[0],
    '--mantine-color-dimmed': palette.dark[2],
    '--mantine-color-placeholder': palette.dark[2],
    '--mantine-color-default': palette.dark[6],
    '--mantine-color-default-hover': palette.dark[5],
    '--mantine-color-default-color': palette.dark[0],
    '--mantine-color-default-border': palette.dark[4],
    '--mantine-color-error': palette.red[3],
    '--mantine-color-success': palette.green[3],
    '--mantine-color-anchor': palette.paper[5],
    '--mantine-color-disabled-color': palette.dark[3],
    '--sumi-surface': '#1f2031',
    '--sumi-sunk': palette.dark[8],
    '--sumi-raised': palette.dark[5],
    '--sumi-line': '#33344a',
    '--sumi-edge': '#77748a',
    '--sumi-ink': palette.paper[6],
    '--sumi-on-ink': palette.ink[8],
    '--sumi-wash': 'rgb(242 230 209 / 8%)',
    '--sumi-ink-sheet': '#0d0e18',
    '--sumi-shadow': '0 1px 2px rgb(0 0 0 / 30%), 0 12px 28px -14px rgb(0 0 0 / 60%)',
    ...variants('brand', {
      light: palette.dark[5],
      hover: palette.dark[4],
      text: palette.paper[3],
      outline: palette.paper[6],
    }),
  };
  Object.assign(
    light,
    variants('gray', {
      light: palette.gray[1],
      hover: palette.gray[2],
      text: palette.gray[7],
      outline: palette.gray[7],
    }),
  );
  Object.assign(
    dark,
    variants('gray', {
      light: palette.dark[5],
      hover: palette.dark[4],
      text: palette.dark[1],
      outline: palette.dark[1],
    }),
  );
  for (const name of shown) {
    const shades = palette[name];
    const text = shades[brightShades[name] ?? 7] ?? shades[7];
    Object.assign(light, variants(name, { light: shades[1], hover: shades[2], text, outline: text }), {
      // On its own wash a colour needs to be a little darker than on paper.
      [`--mantine-color-${name}-light-color`]: shades[8],
    });
    const wash = `color-mix(in srgb, ${shades[5]} 20%, #1f2031)`;
    const washHover = `color-mix(in srgb, ${shades[5]} 30%, #1f2031)`;
    Object.assign(
      dark,
      variants(name, { light: wash, hover: washHover, text: shades[3], outline: shades[3] }),
    );
  }
  return { variables: bothSchemes, light, dark };
};

function variants(name: string, tone: { light: string; hover: string; text: string; outline: string }) {
  return {
    [`--mantine-color-${name}-text`]: tone.text,
    [`--mantine-color-${name}-light`]: tone.light,
    [`--mantine-color-${name}-light-hover`]: tone.hover,
    [`--mantine-color-${name}-light-color`]: tone.text,
    [`--mantine-color-${name}-outline`]: tone.outline,
    [`--mantine-color-${name}-outline-hover`]: tone.light,
  };
}
