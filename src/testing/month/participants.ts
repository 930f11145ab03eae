import { sql } from 'kysely';
import type { Chosen } from '#features/notifications/rules.ts';
import type { Community, Person, PersonTraits } from '../community.ts';
import type { SeededRandom } from '../seeded-random.ts';
import { personWithPassword } from '../sign-in.ts';

/** A person of the month, with what only they know of themselves. */
export type Participant = Person & {
  zone: string;
  kid: boolean;
  /** When they are awake, as full hours on their own clock. */
  wakes: number;
  sleeps: number;
  /** How many clubs a week they would go to. */
  appetite: number;
  /** How often they answer an offer, or come to a class that they have a seat in. */
  reliable: number;
  /** Whether they have confirmed their address: letters go to no other. */
  proved: boolean;
  /** How many browsers of theirs take push messages. */
  devices: number;
  chosen: Chosen;
  quiet: { from: number; until: number } | null;
  digest: boolean;
  /** On which instants what they chose, or their zone, changed. */
  changes: Date[];
  /** The instants at which they marked all notices as read. */
  reads: Date[];
  /** From when until when they could not come in: suspended, or gone for good. */
  away: { from: Date; to: Date | null; forGood: boolean }[];
};

/** `newcomers` make their accounts in the month. */
export type Participants = {
  admin: Participant;
  teachers: Participant[];
  learners: Participant[];
  newcomers: Participant[];
};

const zonesOfLearners = [
  ['America/Mexico_City', 10],
  ['America/Bogota', 5],
  ['America/New_York', 3],
  ['America/Los_Angeles', 1],
  ['Europe/Madrid', 1],
] as const;

const zonesOfTeachers = [
  'America/Mexico_City',
  'America/New_York',
  'America/Mexico_City',
  'Europe/Madrid',
  'America/Bogota',
];

/**
 * Makes the people of a month; each fifth learner was invited by another. One in twelve is a kid whose guardian
 * consents, and the last teacher has a club for them. Some have no device, some an address that they never confirm.
 */
export async function insertParticipants(
  community: Community,
  chance: SeededRandom,
  { people, teachers }: { people: number; teachers: number },
): Promise<Participants> {
  const admin = await participantOf(
    community,
    chance,
    { role: 'admin', name: 'Alma Ríos' },
    'America/Mexico_City',
  );
  const participants: Participants = { admin, teachers: [], learners: [], newcomers: [] };
  for (let n = 0; n < teachers; n++) {
    const zone = zonesOfTeachers[n % zonesOfTeachers.length] ?? 'America/Bogota';
    const traits = { role: 'teacher', verified: true, name: `Docente ${n + 1}` } as const;
    participants.teachers.push(await participantOf(community, chance, traits, zone));
  }
  for (let n = 0; n < people; n++) {
    const [zone] = chance.weighted(zonesOfLearners, ([, weight]) => weight);
    const ageGroup = n % 12 === 3 ? 'kid' : 'adult';
    const learner = await participantOf(community, chance, { name: `Estudiante ${n + 1}`, ageGroup }, zone);
    participants.learners.push(learner);
    const inviter = participants.learners[Math.floor(n / 7)];
    if (learner.kid) {
      const consent = { given: true };
      await community.request(admin, 'PUT', `/api/people/${learner.id}/guardian-consent`, consent);
    }
    if (n % 5 === 4 && inviter && inviter !== learner) {
      await sql`update users set invited_by = ${inviter.id} where id = ${learner.id}`.execute(community.db);
    }
  }
  return participants;
}

async function participantOf(
  community: Community,
  chance: SeededRandom,
  traits: PersonTraits,
  zone: string,
): Promise<Participant> {
  const person = await personWithPassword(community, { ...traits, zone });
  const kid = traits.ageGroup === 'kid';
  return participantFrom(community, chance, person, { zone, kid, isStaff: traits.role !== undefined });
}

/** Gives an account that is there what only its person knows. */
export async function participantFrom(
  community: Community,
  chance: SeededRandom,
  person: Person,
  { zone, kid, isStaff = false }: { zone: string; kid: boolean; isStaff?: boolean },
): Promise<Participant> {
  const participant: Participant = {
    ...person,
    zone,
    kid,
    wakes: chance.between(6, 8),
    sleeps: chance.between(21, 23),
    appetite: chance.weighted([5, 3, 1], (often) => (often === 3 ? 5 : often > 3 ? 2 : 3)),
    reliable: chance.weighted([0.97, 0.85, 0.6], (often) => often ** 3),
    devices: kid ? 0 : chance.weighted([0, 1, 2], (devices) => [3, 6, 1][devices] ?? 0),
    chosen: {},
    quiet: { from: 22, until: 7 },
    digest: false,
    // Some never do; the people who run the community have.
    proved: isStaff || chance.happens(0.85),
    changes: [],
    reads: [],
    away: [],
  };
  await sql`update users set email_verified = ${participant.proved} where id = ${person.id}`.execute(
    community.db,
  );
  await registerDevices(community, participant);
  return participant;
}

/** As their browsers do once they are signed in. */
export async function registerDevices(community: Community, participant: Participant): Promise<void> {
  for (let device = 0; device < participant.devices; device++) {
    const keys = { p256dh: 'B'.padEnd(87, 'x'), auth: 'a'.padEnd(22, 'x') };
    const endpoint = `https://push.example/${participant.id}/${device}`;
    await community.request(participant, 'POST', '/api/notifications/devices', {
      endpoint,
      keys,
      person: participant.id,
    });
  }
}

/** Whether a person could not come in at an instant. */
export function isAway({ away }: Participant, at: Date): boolean {
  return away.some(({ from, to }) => from <= at && (to === null || to > at));
}
