/** An answer of the server, whose fields a state that the community is not in changes. */
export type Json = Record<string, unknown>;

/** An instant before now, or after it. */
export const daysAgo = (days: number) => new Date(Date.now() - days * 24 * 3600_000).toISOString();

/** Three absences of a student, the last yesterday, as their page lists them. */
export const threeAbsences = (absences: Json) => ({
  ...absences,
  counted: 3,
  pausedUntil: daysAgo(-6),
  items: ['Apéro français', 'English over coffee', 'Club de cine'].map((title, nth) => ({
    classId: `019a0000-0000-7000-8000-00000000000${nth}`,
    title,
    startsAt: daysAgo(1 + 9 * nth),
    how: nth === 1 ? 'left-late' : 'missed',
    recordedAt: daysAgo(1 + 9 * nth),
    reason: nth === 1 ? 'work' : null,
    words: null,
    reasonFrom: nth === 1 ? 'student' : null,
    excused: false,
  })),
});

/** A class as it is in two hours, as a club that one learner has a seat in. */
export const lacking = (liveClass: Json) => ({
  ...liveClass,
  kind: 'club',
  status: 'scheduled',
  startsAt: daysAgo(-2 / 24),
  seatsTaken: 1,
  maxStudents: 6,
});
/** A roster with an absence that the student has said why of, and a student who left late. */
export const withAbsences = (roster: Json) => {
  const [first, ...others] = roster.items as Json[];
  const absence = {
    how: 'missed',
    recordedAt: null,
    reason: 'illness',
    words: null,
    reasonFrom: 'student',
    excused: false,
  };
  const leftLate = [
    {
      userId: '019a0000-0000-7000-8000-000000000009',
      name: 'Zoe Mar',
      image: null,
      absence: { ...absence, how: 'left-late', recordedAt: daysAgo(0) },
    },
  ];
  return { ...roster, items: first ? [{ ...first, attended: false, absence }, ...others] : [], leftLate };
};
