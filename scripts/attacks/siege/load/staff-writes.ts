import type { SeededRandom } from '../../../../src/testing/seeded-random.ts';
import type { Book } from './book.ts';
import type { Fixtures } from './fixtures.ts';
import { keyOf, type Write } from './writes.ts';

/** Draws a write of the teacher or of the administrator; null when there is nothing to do just now. */
type Drawing = (chance: SeededRandom, fixtures: Fixtures, book: Book) => Write | null;

const newKey = (chance: SeededRandom) => `staff-${chance.between(0, 2 ** 31)}-${chance.between(0, 2 ** 31)}`;
const keyed = (key: string) => ({ 'idempotency-key': key });

/** Marks one student in the roll of a class that has begun. */
const markRoll: Drawing = (chance, { begunClasses, teacher }, book) => {
  const open = begunClasses.filter(({ id }) => book.valueOf(keyOf('closed', id)) === null);
  if (open.length === 0) return null;
  const { id, students } = chance.pick(open);
  const attended = chance.happens(0.7);
  const { id: userId } = chance.pick(students);
  return {
    name: 'mark the roll',
    by: teacher,
    call: { method: 'PUT', path: `/api/classes/${id}/attendance`, body: { marks: [{ userId, attended }] } },
    effects: [[keyOf('mark', id, userId), String(attended)]],
  };
};

/** Closes a roll, which marks every other student as absent and pays those who attended. */
const closeRoll: Drawing = (chance, { begunClasses, teacher }, book) => {
  const certain = begunClasses.filter(
    ({ id, students }) =>
      book.valueOf(keyOf('closed', id)) === null &&
      book.isCertain(keyOf('closed', id), ...students.map((student) => keyOf('mark', id, student.id))),
  );
  if (certain.length === 0) return null;
  const { id, students } = chance.pick(certain);
  const marks = students.map(({ id: userId }) => {
    const key = keyOf('mark', id, userId);
    return [key, book.valueOf(key) ?? 'false'] as const;
  });
  return {
    name: 'close the roll',
    by: teacher,
    call: { method: 'POST', path: `/api/classes/${id}/roll-closing`, body: {} },
    effects: [[keyOf('closed', id), 'true'], ...marks],
  };
};

export const scheduleClass: Drawing = (chance, { teacher }) => {
  const key = newKey(chance);
  const title = `Clase ${key}`;
  const hour = String(chance.between(8, 20)).padStart(2, '0');
  const day = String(chance.between(1, 28)).padStart(2, '0');
  return {
    name: 'schedule a class',
    by: teacher,
    keyed: true,
    call: {
      method: 'POST',
      path: '/api/classes',
      headers: keyed(key),
      body: { title, description: 'De prueba', date: `2098-05-${day}`, time: `${hour}:00` },
    },
    effects: [[keyOf('scheduled', title), '1']],
  };
};

const changeClass: Drawing = (chance, { ownClasses, teacher }, book) => {
  const id = chance.pick(ownClasses);
  if (book.valueOf(keyOf('cancelled', id)) !== null) return null;
  // A change names the version that was seen.
  const version = Number(book.valueOf(keyOf('version', id)));
  const title = `Clase-${chance.between(1, 10 ** 9)}`;
  return {
    name: 'change a class',
    by: teacher,
    call: { method: 'PATCH', path: `/api/classes/${id}`, body: { title, version } },
    effects: [
      [keyOf('title', id), title],
      [keyOf('version', id), String(version + 1)],
    ],
  };
};

const cancelClass: Drawing = (chance, { ownClasses, teacher }, book) => {
  const standing = ownClasses.filter((id) => book.valueOf(keyOf('cancelled', id)) === null);
  // Some stay, for the titles.
  if (standing.length < 4) return null;
  const id = chance.pick(standing);
  return {
    name: 'cancel a class',
    by: teacher,
    call: { method: 'POST', path: `/api/classes/${id}/cancellation`, body: { reason: 'Se fue la luz.' } },
    effects: [
      [keyOf('cancelled', id), 'true'],
      [keyOf('version', id), String(Number(book.valueOf(keyOf('version', id))) + 1)],
    ],
  };
};

const proposeVideo: Drawing = (chance, { teacher }) => {
  const sourceId = Array.from({ length: 11 }, () => chance.pick([...'abcdefghijkmnpqrstuvwxyz'])).join('');
  return {
    name: 'propose a video',
    by: teacher,
    call: {
      method: 'POST',
      path: '/api/videos/proposals',
      body: {
        address: `https://www.youtube.com/watch?v=${sourceId}`,
        title: 'Un video',
        language: 'en',
        level: 'basic',
        topics: ['grammar'],
      },
    },
    effects: [[keyOf('proposed', sourceId), 'true']],
  };
};

const giveCoins: Drawing = (chance, { admin, students }) => {
  const key = newKey(chance);
  const { id } = chance.pick(students);
  const amount = chance.between(1, 50);
  return {
    name: 'give coins',
    by: admin,
    keyed: true,
    call: {
      method: 'POST',
      path: `/api/people/${id}/coins`,
      headers: keyed(key),
      body: { amount, reason: key },
    },
    effects: [[keyOf('credit', key), `${id} ${amount} once`]],
  };
};

const recordPayment: Drawing = (chance, { admin, students }) => {
  const key = newKey(chance);
  const { id: personId } = chance.pick(students);
  const amountCents = chance.between(100, 9000);
  const method = chance.pick(['cash', 'transfer']);
  return {
    name: 'record a payment',
    by: admin,
    keyed: true,
    call: {
      method: 'POST',
      path: '/api/payments/manual',
      headers: keyed(key),
      body: { personId, kind: 'membership', tier: 'premium', amountCents, method, note: key },
    },
    effects: [[keyOf('paid', key), `${personId} ${amountCents} once`]],
  };
};

/** Hands an order over, or gives its coins back: the order and the ledger say so together. */
export const settleOrder: Drawing = (chance, { admin, orders }, book) => {
  const open = orders.filter(({ id }) => book.valueOf(keyOf('order', id)) === 'pending');
  if (open.length === 0) return null;
  const { id, price } = chance.pick(open);
  const isRefund = chance.happens(0.7);
  return {
    name: isRefund ? 'refund an order' : 'hand an order over',
    by: admin,
    keyed: true,
    call: {
      method: 'POST',
      path: `/api/store/orders/${id}/${isRefund ? 'refund' : 'fulfil'}`,
      headers: keyed(newKey(chance)),
      body: isRefund ? { reason: 'No llegó.' } : {},
    },
    effects: [
      [keyOf('order', id), isRefund ? 'refunded' : 'fulfilled'],
      [keyOf('given-back', id), isRefund ? `${price} once` : null],
    ],
  };
};

/** The one role that a person holds, and the one that the account shows, change together. */
export const changeRole: Drawing = (chance, { admin, roleSubjects }) => {
  const { id } = chance.pick(roleSubjects);
  const role = chance.pick(['student', 'teacher', 'admin']);
  return {
    name: 'change a role',
    by: admin,
    call: { method: 'PUT', path: `/api/people/${id}/role`, body: { role } },
    effects: [[keyOf('role', id), `${role} ${role}`]],
  };
};

const ofTeacher: readonly Drawing[] = [
  ...[markRoll, markRoll, markRoll, markRoll, closeRoll],
  ...[scheduleClass, changeClass, changeClass, cancelClass, proposeVideo],
];
const ofAdmin: readonly Drawing[] = [giveCoins, giveCoins, recordPayment, settleOrder, changeRole];

export function drawTeacherWrite(chance: SeededRandom, fixtures: Fixtures, book: Book): Write | null {
  return chance.pick(ofTeacher)(chance, fixtures, book);
}

export function drawAdminWrite(chance: SeededRandom, fixtures: Fixtures, book: Book): Write | null {
  return chance.pick(ofAdmin)(chance, fixtures, book);
}
