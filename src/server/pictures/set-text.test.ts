import { expect, it } from 'vitest';
import { breakLines, setLine } from './set-text.ts';

const room = { width: 600, sizes: [80, 60], lines: 2, weight: 'heavy' } as const;

/** The right end of a line that is set at the left edge. */
function endOf(line: string, size: number): number {
  const outline = setLine(line, { x: 0, baseline: 0, size, weight: 'heavy' });
  const xs = outline.flatMap(([, ...numbers]) => numbers.filter((_, axis) => axis % 2 === 0));
  return Math.max(0, ...xs);
}

it('breakLines keeps a short text on one line in the largest size', () => {
  expect(breakLines('Café', room)).toEqual({ size: 80, lines: ['Café'], leftward: false });
});

it('breakLines takes a smaller size before it cuts', () => {
  expect(breakLines('Conversación para viajar en carretera', room).size).toBe(60);
});

it.each([
  ['many words', 'Conversación para viajar en carretera por todo México con calma y con amigos'],
  ['one word', 'Ñ'.repeat(120)],
  ['Korean letters', '가'.repeat(80)],
  ['Chinese letters', '会话俱乐部：'.repeat(12)],
])('breakLines cuts %s to lines that fit, with an ellipsis', (_, text) => {
  const { size, lines } = breakLines(text, room);
  expect(lines).toHaveLength(2);
  expect(lines[1]).toMatch(/…$/);
  for (const line of lines) expect(endOf(line, size)).toBeLessThanOrEqual(room.width);
});

it('setLine leaves out letters that no font has', () => {
  expect(endOf('Ana 🎉', 40)).toBe(endOf('Ana ', 40));
});
