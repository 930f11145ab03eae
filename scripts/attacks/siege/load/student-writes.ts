import type { SeededRandom } from '../../../../src/testing/seeded-random.ts';
import type { Book } from './book.ts';
import type { Fixtures, Member } from './fixtures.ts';
import { keyOf, type Write } from './writes.ts';

/** Draws a write of a student; null when there is nothing to do just now. */
type Drawing = (chance: SeededRandom, student: Member, fixtures: Fixtures, book: Book) => Write | null;

const yes = 'true';

/** A write that gives a row or takes it away, whatever stood there before. */
function toggle(name: 'like' | 'save', chance: SeededRandom, by: Member, { videos }: Fixtures): Write {
  const video = chance.pick(videos);
  const on = chance.happens(0.6);
  return {
    name: on ? name : `take a ${name} back`,
    by,
    call: { method: on ? 'PUT' : 'DELETE', path: `/api/videos/${video}/${name}` },
    effects: [[keyOf(name, by.id, video), on ? yes : null]],
  };
}

const like: Drawing = (chance, student, fixtures) => toggle('like', chance, student, fixtures);
const save: Drawing = (chance, student, fixtures) => toggle('save', chance, student, fixtures);

const view: Drawing = (chance, by, { videos }) => {
  const video = chance.pick(videos);
  return {
    name: 'view',
    by,
    call: { method: 'POST', path: `/api/videos/${video}/view`, body: { watchedSeconds: 9 } },
    effects: [[keyOf('view', by.id, video), yes]],
  };
};

/** Enrols in a class, waits for it or leaves it, by what the book says of the student's place there. */
const takePlace: Drawing = (chance, by, { smallClasses, largeClasses }, book) => {
  const isSmall = chance.happens(0.5);
  const id = chance.pick(isSmall ? smallClasses : largeClasses);
  const key = keyOf('place', by.id, id);
  const place = book.valueOf(key);
  const [what, then] =
    place === 'seat' || place === 'offered'
      ? (['leave', null] as const)
      : place === 'waiting'
        ? (['stop waiting', null] as const)
        : isSmall && chance.happens(0.4)
          ? (['wait', 'waiting'] as const)
          : (['enrol', 'seat'] as const);
  const isWaiting = what === 'wait' || what === 'stop waiting';
  return {
    name: what,
    by,
    call: {
      method: then === null ? 'DELETE' : 'POST',
      path: `/api/classes/${id}/${isWaiting ? 'waiting' : 'enrolment'}`,
      ...(then !== null && { body: {} }),
    },
    effects: [[key, then]],
  };
};

/** A student enrols in this class, whatever their place there is. */
export function enrolIn(id: string, by: Member): Write {
  return {
    name: 'enrol with all others',
    by,
    call: { method: 'POST', path: `/api/classes/${id}/enrolment`, body: {} },
    effects: [[keyOf('place', by.id, id), 'seat']],
  };
}

const buy: Drawing = (chance, by) => {
  const key = `buy-${chance.between(0, 2 ** 31)}-${chance.between(0, 2 ** 31)}`;
  const itemId = chance.pick(['custom-avatar', 'premium-material', 'private-class-30']);
  return {
    name: 'buy',
    by,
    keyed: true,
    call: {
      method: 'POST',
      path: '/api/store/orders',
      body: { itemId },
      headers: { 'idempotency-key': key },
    },
    effects: [[keyOf('bought', by.id, key), itemId]],
  };
};

const readNotice: Drawing = (chance, by, { noticesOf }) => {
  const id = chance.pick(noticesOf.get(by.id) ?? []);
  return {
    name: 'read a notice',
    by,
    call: { method: 'POST', path: `/api/notifications/${id}/read`, body: {} },
    effects: [[keyOf('read', id), yes]],
  };
};

const chooseNotices: Drawing = (chance, by) => {
  const digest = chance.happens(0.5);
  const from = chance.between(0, 11);
  return {
    name: 'choose notices',
    by,
    call: {
      method: 'PATCH',
      path: '/api/notifications/choices',
      body: { digest, quiet: { from, until: from + 7 } },
    },
    effects: [[keyOf('choices', by.id), `${digest} ${from} ${from + 7}`]],
  };
};

/** Two values of one write: both are there or neither. */
const changeProfile: Drawing = (chance, by) => {
  const name = `Persona ${chance.between(1, 10 ** 9)}`;
  const country = chance.pick(['México', 'Colombia', 'Chile', 'Perú', 'Argentina']);
  return {
    name: 'change the profile',
    by,
    call: { method: 'PATCH', path: '/api/profiles/me', body: { name, country } },
    effects: [
      [keyOf('name', by.id), name],
      [keyOf('country', by.id), country],
    ],
  };
};

const choosePortrait: Drawing = (chance, by) => {
  const portrait = chance.pick(['owl', 'toucan', 'turtle']);
  return {
    name: 'choose a portrait',
    by,
    call: { method: 'PUT', path: '/api/profiles/me/portrait', body: { portrait } },
    effects: [[keyOf('portrait', by.id), portrait]],
  };
};

/** Only of a class whose roll is closed, and only who was there. */
const review: Drawing = (chance, by, { begunClasses }, book) => {
  const been = begunClasses.filter(
    ({ id }) => book.valueOf(keyOf('closed', id)) === yes && book.valueOf(keyOf('mark', id, by.id)) === yes,
  );
  if (been.length === 0) return null;
  const { id } = chance.pick(been);
  const rating = chance.between(1, 5);
  const words = `Opinión ${chance.between(1, 10 ** 9)}`;
  return {
    name: 'review a class',
    by,
    call: { method: 'PUT', path: `/api/classes/${id}/review`, body: { rating, words, mayQuote: false } },
    effects: [[keyOf('review', id, by.id), `${rating} ${words}`]],
  };
};

const ofStudents: readonly (readonly [weight: number, draw: Drawing])[] = [
  [3, like],
  [3, save],
  [3, view],
  [6, takePlace],
  [4, buy],
  [2, readNotice],
  [1, chooseNotices],
  [2, changeProfile],
  [1, choosePortrait],
  [2, review],
];
const drawings = ofStudents.flatMap(([weight, draw]) => Array<Drawing>(weight).fill(draw));

/** The next write of one of these students. */
export function drawStudentWrite(
  chance: SeededRandom,
  students: readonly Member[],
  fixtures: Fixtures,
  book: Book,
): Write | null {
  return chance.pick(drawings)(chance, chance.pick(students), fixtures, book);
}
