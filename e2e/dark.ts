import type { Page } from 'playwright-core';

export type Violation = { id: string; nodes: { html: string; failureSummary: string }[] };
type Axe = { run(part: { include: Element[] }, how: object): Promise<{ violations: Violation[] }> };

/** What this worker has found well in dark. */
const well = { kinds: new Set<string>(), inks: new Set<string>() };

/**
 * What axe, which the page has loaded, has against the contrast of its text in dark. Axe takes long, and most text has
 * the looks of some on a page before it. So text whose classes, styles and states were well is not looked at again, nor
 * is text whose ink was: its colour, size and weight in dark, and what is painted behind it. The page does not hear of
 * it, because what is dark follows from one attribute.
 */
export async function contrastFaultsInDark(page: Page): Promise<string[]> {
  const { kinds, inks, violations } = await page.evaluate(look, {
    kinds: [...well.kinds],
    inks: [...well.inks],
  });
  if (violations.length > 0) return violations.map(inWords);
  for (const kind of kinds) well.kinds.add(kind);
  for (const ink of inks) well.inks.add(ink);
  return [];
}

/** A rule of axe with the elements that break it. */
export function inWords({ id, nodes }: Violation): string {
  return `${id}: ${nodes.map(({ html, failureSummary }) => `${html} ${failureSummary}`).join('\n')}`;
}

/** Runs in the page. Answers the kinds and inks that are not known. */
async function look(checked: { kinds: string[]; inks: string[] }) {
  const root = document.documentElement;
  const still = matchMedia('(prefers-reduced-motion: reduce)').matches;
  const found = { kinds: [] as string[], inks: [] as string[], violations: [] as Violation[] };
  // Where colours fade, axe would look at them half-way.
  if (!still || root.dataset.mantineColorScheme !== 'light') return found;

  const counts = /^(class|style|data-|aria-(current|disabled|invalid|pressed|selected)$)/;
  const looksOf = ({ tagName, attributes }: Element) =>
    [
      tagName,
      ...[...attributes].map(({ name, value }) => (counts.test(name) ? `${name}=${value}` : '')),
    ].join();
  const hash = (text: string) => {
    let sum = 7;
    for (let at = 0; at < text.length; at += 1) sum = (Math.imul(sum, 31) + text.charCodeAt(at)) | 0;
    return sum.toString(36);
  };
  const modal = [...document.querySelectorAll('[role=dialog][aria-modal=true]')].filter((it) =>
    it.checkVisibility(),
  );
  const texts = (modal.length > 0 ? modal : [document.body])
    .flatMap((part) => [...part.querySelectorAll('*')])
    .filter(({ childNodes }) =>
      [...childNodes].some((it) => it.nodeType === Node.TEXT_NODE && it.nodeValue?.trim()),
    )
    .filter((it) => it.checkVisibility());
  const kinds = new Set(checked.kinds);
  const unknown = texts.filter((text) => {
    const kind = hash(`${looksOf(text)} in ${text.parentElement && looksOf(text.parentElement)}`);
    if (kinds.has(kind)) return false;
    kinds.add(kind);
    found.kinds.push(kind);
    return true;
  });
  if (unknown.length === 0) return found;

  root.dataset.mantineColorScheme = 'dark';
  /** What is painted behind the text of an element, down to what is opaque. */
  const groundOf = (element: Element | null): string => {
    if (!element) return '';
    const { backgroundColor, backgroundImage, opacity } = getComputedStyle(element);
    const own = backgroundColor.startsWith('rgba(0, 0, 0, 0') ? '' : `${backgroundColor} ${opacity}`;
    const drawn = backgroundImage === 'none' ? '' : looksOf(element);
    return own.startsWith('rgb(') && opacity === '1'
      ? own
      : own + drawn + opacity + groundOf(element.parentElement);
  };
  const inks = new Set(checked.inks);
  const include = unknown.filter((text) => {
    const { color, fontSize, fontWeight } = getComputedStyle(text);
    const ink = hash(`${color} ${fontSize} ${fontWeight} ${groundOf(text)}`);
    if (inks.has(ink)) return false;
    inks.add(ink);
    found.inks.push(ink);
    return true;
  });
  if (include.length > 0) {
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
    const { axe } = window as unknown as { axe: Axe };
    found.violations = (
      await axe.run({ include }, { resultTypes: ['violations'], runOnly: ['color-contrast'] })
    ).violations;
  }
  root.dataset.mantineColorScheme = 'light';
  return found;
}
