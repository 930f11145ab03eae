import { minutesAfter } from './local-time.ts';
import type { Participant } from './participants.ts';
import type { Simulation } from './simulation.ts';

const languages = ['English', 'French', 'German'];

/** The user name of a learner on the cup's board; not every learner is on it. */
const userName = (learner: Participant, place: number) => `alumna${place}.${learner.id.slice(0, 4)}`;

/** A board of the month, with so much experience; each second learner has a row. */
function writeBoard(simulation: Simulation, weeks: number): string {
  const rows = simulation.participants.learners.flatMap((learner, place) => {
    if (place % 2 === 1) return [];
    const experience = 100 + ((place * 7919) % 900) * weeks;
    return [
      `${learner.name},${userName(learner, place)},${learner.email},${languages[place % 3]},${experience},${place % 30}`,
    ];
  });
  return ['Full name,Username,Email,Language,Total XP,Streak', ...rows].join('\n');
}

/** Brings the board in and publishes it. */
export async function publishBoard(simulation: Simulation, season: string, weeks: number): Promise<void> {
  const { admin } = simulation.participants;
  const bytes = new TextEncoder().encode(writeBoard(simulation, weeks));
  const headers = { 'content-type': 'text/csv' };
  const { body } = await simulation.ask(admin, 'POST', `/api/cup/imports?season=${season}`, bytes, {
    headers,
  });
  await simulation.ask(admin, 'POST', `/api/cup/imports/${body.boardId}/commit`);
}

/** Some learners claim their row, a few of them another's. */
export function planClaims(simulation: Simulation, from: number): void {
  const { chance, participants, now } = simulation;
  for (const [place, learner] of participants.learners.entries()) {
    if (place % 6 !== from || learner.kid) continue;
    const row = place % 2 === 0 ? place : Math.max(0, place - 1);
    const owner = participants.learners[row];
    if (!owner || (row !== place && chance.happens(0.5))) continue;
    simulation.plan(minutesAfter(now, chance.between(30, 1400)), () =>
      simulation.ask(
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

function isHidden({ kid, away }: Participant): boolean {
  return kid || away.some(({ forGood }) => forGood);
}

/** An administrator confirms claims whose e-mail is the row's, and rejects the others. */
export async function decideClaims(simulation: Simulation): Promise<void> {
  const { admin } = simulation.participants;
  const { body } = await simulation.ask(admin, 'GET', '/api/cup/claims?status=pending');
  for (const claim of (body.items ?? []) as { id: string; emailMatch: string }[]) {
    const isTheirs = claim.emailMatch === 'verified';
    if (isTheirs) await simulation.ask(admin, 'POST', `/api/cup/claims/${claim.id}/confirm`);
    else
      await simulation.ask(admin, 'POST', `/api/cup/claims/${claim.id}/reject`, { reason: 'No es tu fila' });
  }
}

/** Closes a month, twice, as an impatient administrator does. */
export async function closeSeason(simulation: Simulation, season: string): Promise<void> {
  const { admin } = simulation.participants;
  const { body } = await simulation.ask(admin, 'GET', `/api/cup/seasons/${season}/closing`);
  const close = () =>
    simulation.ask(admin, 'POST', `/api/cup/seasons/${season}/close`, { boardId: body.boardId });
  const [one, other] = [await close(), await close()];
  if (JSON.stringify(one.body) !== JSON.stringify(other.body)) {
    simulation.noteViolation(`closing ${season} again answered otherwise`);
  } else if (other.ok) simulation.book.askedAgain += 1;
}
