import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { daysFor, judgeAudit } from './judge-audit.ts';

const audit = (...severities: string[]) =>
  JSON.stringify({
    vulnerabilities: Object.fromEntries(
      severities.map((severity) => [`of-${severity}`, { name: `of-${severity}`, severity, range: '<2' }]),
    ),
  });

it('judgeAudit names what has to be updated, the most urgent first', () => {
  const { lines, urgent } = judgeAudit(audit('low', 'critical', 'moderate'));
  expect(lines.map((line) => line.split(':')[0])).toEqual(['critical', 'moderate', 'low']);
  expect(lines[0]).toContain('within 7 days');
  expect(urgent).toBe(true);
});

it('judgeAudit holds nothing up for what has weeks, and takes an unknown severity for the worst', () => {
  expect(judgeAudit(audit('low', 'moderate')).urgent).toBe(false);
  expect(judgeAudit(audit('catastrophic')).urgent).toBe(true);
  expect(judgeAudit(audit())).toEqual({
    answered: true,
    lines: ['No component has a known hole.'],
    urgent: false,
  });
});

it.each(['', '{"error":{"code":"ENOAUDIT"}}', '405 Method Not Allowed'])(
  'judgeAudit takes %j for no answer, and not for a clean one',
  (output) => {
    expect(judgeAudit(output).answered).toBe(false);
  },
);

it('SECURITY.md promises the days that are checked', () => {
  const page = readFileSync('SECURITY.md', 'utf8');
  for (const [severity, days] of Object.entries(daysFor)) expect(page).toContain(`| ${severity} | ${days} |`);
});
