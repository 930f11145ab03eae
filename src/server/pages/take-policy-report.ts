import { z } from 'zod';
import { operation } from '#shared/operation.ts';
import { parseJson } from '#shared/parse-json.ts';
import { commonRefusals, Refusal } from '#shared/refusal.ts';
import { minuteMs } from '#shared/time/durations.ts';
import type { Api } from '../http/api.ts';
import { mount } from '../http/mount.ts';
import { policyReports } from '../http/security-headers.ts';
import { limitAttempts } from '../limits/limit-attempts.ts';
import { noteSecurity } from '../note-security.ts';

/**
 * A browser with an extension that breaks the policy reports at each page; more than this is no help to an operator.
 */
const reportLimit = { max: 20, windowMs: 10 * minuteMs };

const takePolicyReport = operation({
  id: 'takePolicyReport',
  method: 'post',
  path: policyReports,
  summary: 'A browser reports what the policy of a page has stopped. Kept nowhere but as a line of the log.',
  file: { types: ['application/csp-report'], maxBytes: 16 * 1024 },
  answer: z.void(),
  refusals: [commonRefusals.tooMany],
});

/**
 * What a report says of itself (Content Security Policy Level 3, 5.3); the rest, addresses of pages too, is not read.
 */
const report = z.object({
  'csp-report': z.object({
    // Older browsers write the whole rule, of which the name stands first.
    'violated-directive': z.string().optional(),
    'effective-directive': z.string().optional(),
    'blocked-uri': z.string().default(''),
  }),
});

/** Takes the reports of browsers about the policy of a page (`security-headers.ts`) into the security log. */
export function policyReportRoutes(api: Api): void {
  api.use(policyReports, limitAttempts({ name: 'policy-reports', ...reportLimit }));
  mount(api, takePolicyReport, { description: 'Taken.' }, async (c, { readFile }) => {
    const facts = readReport(Buffer.from(await readFile()).toString());
    noteSecurity(c.get('ctx').log, 'policy-report', facts, 'the policy of a page stopped something');
    return c.body(null, 204);
  });
}

/**
 * The rule that was broken, and the origin of what broke it. A path or a query may hold a name or a token, so neither
 * is logged. @throws Refusal badInput for what is no report
 */
function readReport(text: string): { rule: string; blocked: string } {
  const read = report.safeParse(parseJson(text));
  const sent = read.data?.['csp-report'];
  const rule = /^[a-z-]{1,40}(?= |$)/.exec(
    sent?.['effective-directive'] ?? sent?.['violated-directive'] ?? '',
  );
  if (!sent || !rule) throw new Refusal(commonRefusals.badInput);
  return { rule: rule[0], blocked: originOf(sent['blocked-uri']) };
}

/** An origin, a scheme such as `data:`, or a word such as `inline`. */
function originOf(blocked: string): string {
  if (/^[a-z-]{1,40}$/.test(blocked)) return blocked;
  if (!URL.canParse(blocked)) return 'unreadable';
  const { origin, protocol } = new URL(blocked);
  return (origin === 'null' ? protocol : origin).slice(0, 200);
}
