import type { Player } from './cast.ts';
import { minutesAfter } from './local-time.ts';
import type { Stage } from './stage.ts';

const languages = ['English', 'French', 'German'];

/** The user name of a learner on the cup's board; not every learner is on it. */
const userName = (learner: Player, place: number) => `alumna${place}.${learner.id.slice(0, 4)}`;

/** A board of the month, with so much experience; each second learner has a row. */
function writeBoard(stage: Stage, weeks: number): string {
  const rows = stage.cast.learners.flatMap((learner, place) => {
    if (place % 2 === 1) return [];
    const experience = 100 + ((place * 7919) % 900) * weeks;
    return [
      `${learner.name},${userName(learner, place)},${learner.email},${languages[place % 3]},${experience},${place % 30}`,
    ];
  });
  return ['Full name,Username,Email,Language,Total XP,Streak', ...rows].join('\n');
}

/** Brings the board in and publishes it. */
export async function publishBoard(stage: Stage, season: string, weeks: number): Promise<void> {
  const { admin } = stage.cast;
  const bytes = new TextEncoder().encode(writeBoard(stage, weeks));
  const headers = { 'content-type': 'text/csv' };
  const { body } = await stage.ask(admin, 'POST', `/api/cup/imports?season=${season}`, bytes, { headers });
  await stage.ask(admin, 'POST', `/api/cup/imports/${body.boardId}/commit`);
}

/** Some learners claim their row, a few of them another's. */
export function planClaims(stage: Stage, from: number): void {
  const { chance, cast, now } = stage;
  for (const [place, learner] of cast.learners.entries()) {
    if (place % 6 !== from || learner.kid) continue;
    const row = place % 2 === 0 ? place : Math.max(0, place - 1);
    const owner = cast.learners[row];
    if (!owner || (row !== place && chance.happens(0.5))) continue;
    stage.plan(minutesAfter(now, chance.between(30, 1400)), () =>
      stage.ask(
        learner,
        'POST',
        '/api/cup/claims',
        { username: userName(owner, row) },
        {
          // The rows of kids, and of who deleted their account, have no name that another could claim.
          refusals: ['cup/row-taken', 'cup/claim-exists', ...(isHidden(owner) ? ['cup/no-such-row'] : [])],
        },
      ),
    );
  }
}

function isHidden({ kid, away }: Player): boolean {
  return kid || away.some(({ forGood }) => forGood);
}

/** An administrator confirms claims whose e-mail is the row's, and rejects the others. */
export async function decideClaims(stage: Stage): Promise<void> {
  const { admin } = stage.cast;
  const { body } = await stage.ask(admin, 'GET', '/api/cup/claims?status=pending');
  for (const claim of (body.items ?? []) as { id: string; emailMatch: string }[]) {
    const isTheirs = claim.emailMatch === 'verified';
    if (isTheirs) await stage.ask(admin, 'POST', `/api/cup/claims/${claim.id}/confirm`);
    else await stage.ask(admin, 'POST', `/api/cup/claims/${claim.id}/reject`, { reason: 'No es tu fila' });
  }
}

/** Closes a month, twice, as an impatient administrator does. */
export async function closeSeason(stage: Stage, season: string): Promise<void> {
  const { admin } = stage.cast;
  const { body } = await stage.ask(admin, 'GET', `/api/cup/seasons/${season}/closing`);
  const close = () => stage.ask(admin, 'POST', `/api/cup/seasons/${season}/close`, { boardId: body.boardId });
  const [one, other] = [await close(), await close()];
  if (JSON.stringify(one.body) !== JSON.stringify(other.body)) {
    stage.fault(`closing ${season} again answered otherwise`);
  } else if (other.ok) stage.book.askedAgain += 1;
}
