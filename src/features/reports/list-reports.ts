import { sql } from 'kysely';
import { ownMatters } from '#features/accounts/roles/own-matter.ts';
import type { Ctx } from '#server/ctx.ts';
import { type Keyed, keyset, pageOf } from '#server/db/keyset.ts';
import type { AnswerOf } from '#shared/operation.ts';
import { commonRefusals, refuse } from '#shared/refusal.ts';
import type { listReports as operation, ReportedThing, Said } from './contract.ts';
import { isWaiting } from './is-waiting.ts';
import { latestFirst, saidColumns } from './list-reports-of.ts';
import { may } from './permissions.ts';
import { canBeShown, type Described, type ReportSubject, subjectOf } from './report-subject.ts';
import { isAboutKids, type ReportReason, type SubjectKind, subjectKinds } from './rules.ts';

const pageSize = 20;
/** How many reports of each thing come with it. */
const mostSaid = 10;
const by = { at: 'instant', kind: 'text', subject: 'text' } as const;
const longestWaiting = keyset('asc', by);
const lastSettled = keyset('desc', by);

type Row = Pick<ReportedThing, 'kind' | 'subject' | 'status' | 'settledBy' | 'count'> & {
  /** The distinct reasons of the reports. */
  reasons: ReportReason[];
  /** Names within JSON stay as SQL has them. */
  reports: (Said & { page_key: string[] })[];
  firstAt: Date;
  settledAt: Date | null;
};

/**
 * What was reported, one entry for each thing and decision, with the latest ten reports of each.
 * @throws Refusal signInFirst, notAllowed
 */
export async function listReports(
  ctx: Ctx,
  subjects: readonly ReportSubject[],
  { settled, cursor }: { settled: boolean; cursor?: string | undefined },
): Promise<AnswerOf<typeof operation>> {
  refuse(may(ctx.actor, 'settle'));
  const order = settled ? lastSettled : longestWaiting;
  const isListed = settled ? sql`status <> 'open'` : isWaiting;
  const { rows } = await sql<Row & Keyed>`
    select thing.*, ${order.key},
      (select name from users where users.id = settler) as settled_by,
      (select json_agg(said) from (
        select ${saidColumns}
        from reports report join users person on person.id = report.reporter_id
        where subject_kind = thing.kind and subject_id = thing.subject and report.status = thing.status
          and report.settled_at is not distinct from thing.settled_at and ${isListed}
        order by ${latestFirst.order} limit ${mostSaid + 1}) said) as reports
    from (
      select subject_kind as kind, subject_id as subject, status, settled_at, settled_by as settler,
        array_agg(distinct reason) as reasons, min(created_at) as first_at,
        coalesce(settled_at, min(created_at)) as at, count(*) as count
      from reports where ${isListed}
      group by subject_kind, subject_id, status, settled_at, settled_by) thing
    where ${order.after(cursor)} order by ${order.order} limit ${pageSize + 1}`.execute(ctx.db);
  const described = await describeAll(ctx, subjects, rows);
  const isOwnMatter = await ownMatters(ctx);
  return pageOf(rows, pageSize, (row) => {
    const { kind, subject, status, settledBy, count, reasons, reports } = row;
    const description = described.get(`${kind} ${subject}`);
    const isOwn = isOwnMatter(description?.owners ?? []);
    return {
      kind,
      subject,
      title: description?.title ?? null,
      link: description?.link ?? null,
      image: description?.image ?? null,
      isShown: description?.isShown ?? false,
      canHide: subjectOf(subjects, kind).hide !== undefined,
      canShow: !isOwn && description !== undefined && canBeShown(subjectOf(subjects, kind), description),
      keepsForAdults:
        description !== undefined &&
        subjectOf(subjects, kind).hideFromKids !== undefined &&
        reasons.every(isAboutKids),
      status,
      settledAt: row.settledAt?.toISOString() ?? null,
      settledBy,
      allowed: { settle: isOwn ? commonRefusals.ownMatter.code : null },
      count,
      firstAt: row.firstAt.toISOString(),
      reports: pageOf(
        (isOwn ? [] : reports).map(({ page_key: pageKey, ...said }) => ({ ...said, pageKey })),
        mostSaid,
        (said) => said,
      ),
    };
  });
}

/** One read for each kind that the page has. */
async function describeAll(
  ctx: Ctx,
  subjects: readonly ReportSubject[],
  rows: readonly { kind: SubjectKind; subject: string }[],
): Promise<Map<string, Described>> {
  const all = new Map<string, Described>();
  for (const kind of subjectKinds) {
    const ids = rows.filter((row) => row.kind === kind).map(({ subject }) => subject);
    if (ids.length === 0) continue;
    for (const [id, described] of await subjectOf(subjects, kind).describe(ctx, ids))
      all.set(`${kind} ${id}`, described);
  }
  return all;
}
