import { sql } from 'kysely';
import type { ReportSubject } from '#features/reports/report-subject.ts';
import type { Ctx } from '#server/ctx.ts';
import { commonRefusals, Refusal } from '#shared/refusal.ts';
import { hideCupName, showCupName } from './hide-cup-name.ts';

type Row = { id: string; fullName: string; isShown: boolean; season: string; ownerId: string | null };

/** The full name of a line of the cup, by the line's id. Under an alias there is none to report. */
export const cupNameSubject: ReportSubject = {
  kind: 'cup-name',
  async find(ctx, id) {
    const [line] = await select(ctx, [id]);
    if (!line?.isShown) throw new Refusal(commonRefusals.notFound);
    return { id, shown: line.fullName };
  },
  async describe(ctx, ids) {
    const lines = await select(ctx, ids);
    return new Map(
      lines.map(({ id, fullName, isShown, season, ownerId }) => [
        id,
        { title: fullName, link: `/ranking?season=${season}`, isShown, personId: ownerId, owners: [ownerId] },
      ]),
    );
  },
  hide: hideCupName,
  show: showCupName,
};

async function select({ db }: Ctx, ids: readonly string[]): Promise<Row[]> {
  const { rows } = await sql<Row>`
    select line.id, line.full_name, line.owner_id, line.alias_number is null as is_shown, to_char(board.season, 'YYYY-MM') as season
    from cup_lines line join cup_boards board on board.id = line.board_id
    where line.id = any(${ids}::uuid[]) and board.status <> 'draft'`.execute(db);
  return rows;
}
