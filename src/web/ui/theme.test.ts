import { DEFAULT_THEME, defaultCssVariablesResolver, mergeMantineTheme } from '@mantine/core';
import { describe, expect, test } from 'vitest';
import { palette } from './palette.ts';
import { cssVariables } from './styles/css-variables.ts';
import { theme } from './theme.ts';

const whole = mergeMantineTheme(DEFAULT_THEME, theme);
const enough = 4.5;
const enoughForAnEdge = 3;

/** The variables of a scheme as a browser ends up with them. */
function variablesOf(scheme: 'light' | 'dark'): Record<string, string> {
  const standard = defaultCssVariablesResolver(whole);
  const own = cssVariables(whole);
  return { ...standard.variables, ...standard[scheme], ...own.variables, ...own[scheme] };
}

function colour(variables: Record<string, string>, value: string): [number, number, number] {
  const reference = /^var\((--[\w-]+)\)$/.exec(value);
  if (reference) return colour(variables, variables[reference[1] ?? ''] ?? '');
  const mix = /^color-mix\(in srgb, (#\w+) (\d+)%, (#\w+)\)$/.exec(value);
  if (mix) {
    const share = Number(mix[2]) / 100;
    const below = colour(variables, mix[3] ?? '');
    return colour(variables, mix[1] ?? '').map((c, i) => c * share + (below[i] ?? 0) * (1 - share)) as [
      number,
      number,
      number,
    ];
  }
  const hex = /^#(..)(..)(..)$/.exec(value.length === 4 ? value.replace(/[^#]/g, '$&$&') : value);
  if (!hex) throw new Error(`no colour: ${value}`);
  return [hex[1], hex[2], hex[3]].map((part) => Number.parseInt(part ?? '', 16)) as [number, number, number];
}

/** As WCAG 2 counts it. */
function contrast(one: [number, number, number], other: [number, number, number]): number {
  const [high, low] = [luminance(one), luminance(other)].sort((a, b) => b - a) as [number, number];
  return (high + 0.05) / (low + 0.05);
}

function luminance(rgb: [number, number, number]): number {
  const [r, g, b] = rgb.map((part) => {
    const c = part / 255;
    return c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4;
  }) as [number, number, number];
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

describe.each(['light', 'dark'] as const)('on the %s scheme', (scheme) => {
  const variables = variablesOf(scheme);
  const of = (name: string) => colour(variables, `var(--${name})`);
  const grounds = ['mantine-color-body', 'sumi-surface', 'sumi-sunk'];

  test.each([
    'mantine-color-text',
    'mantine-color-dimmed',
    'mantine-color-placeholder',
    'mantine-color-error',
  ])('%s reads on every ground', (name) => {
    for (const ground of grounds) {
      expect(contrast(of(name), of(ground)), ground).toBeGreaterThanOrEqual(enough);
    }
  });

  test('the edge of a field is told from every ground and from the field', () => {
    const field = scheme === 'light' ? 'mantine-color-white' : 'mantine-color-dark-6';
    for (const ground of [...grounds, field]) {
      expect(contrast(of('sumi-edge'), of(ground)), ground).toBeGreaterThanOrEqual(enoughForAnEdge);
    }
  });

  // Ink, paper and dark are what the others are made of.
  const { ink: _ink, paper: _paper, dark: _dark, ...bright } = palette;
  const colours = [...(Object.keys(bright) as (keyof typeof bright)[]), 'brand' as const];

  test.each(colours)('%s text has enough contrast on the backgrounds and on its own tint', (name) => {
    for (const ground of ['mantine-color-body', 'sumi-surface']) {
      expect(contrast(of(`mantine-color-${name}-text`), of(ground)), ground).toBeGreaterThanOrEqual(enough);
    }
    const words = of(`mantine-color-${name}-light-color`);
    expect(contrast(words, of(`mantine-color-${name}-light`))).toBeGreaterThanOrEqual(enough);
    expect(contrast(words, of(`mantine-color-${name}-light-hover`))).toBeGreaterThanOrEqual(enough);
  });

  test.each(colours)('the text of a filled %s button has enough contrast, also on hover', (name) => {
    const { color = '' } = whole.variantColorResolver({ color: name, theme: whole, variant: 'filled' });
    for (const ground of ['filled', 'filled-hover']) {
      expect(
        contrast(colour(variables, color), of(`mantine-color-${name}-${ground}`)),
        ground,
      ).toBeGreaterThanOrEqual(enough);
    }
  });
});
