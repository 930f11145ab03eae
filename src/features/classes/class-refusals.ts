import type { RefusalKind } from '#shared/refusal.ts';

/** Why somebody cannot take a seat, or cannot give it back. */
export const enrolRefusals = {
  tierTooLow: {
    code: 'classes/tier-too-low',
    status: 403,
    message: 'Tu plan no incluye esta clase. Mejora tu plan para inscribirte.',
  },
  otherAudience: {
    code: 'classes/other-audience',
    status: 403,
    message: 'Esta clase es para personas de otra edad.',
  },
  ownClass: {
    code: 'classes/own-class',
    status: 409,
    message: 'Esta clase la das tú, así que ya tienes tu lugar.',
  },
  cancelled: { code: 'classes/cancelled', status: 409, message: 'Esta clase se canceló.' },
  alreadyStarted: { code: 'classes/already-started', status: 409, message: 'Esta clase ya empezó.' },
  full: { code: 'classes/full', status: 409, message: 'Ya no quedan lugares en esta clase.' },
} as const satisfies Record<string, RefusalKind>;

/** Why a class cannot be put on the calendar. */
export const scheduleRefusals = {
  inThePast: {
    code: 'classes/in-the-past',
    status: 422,
    message: 'Esa fecha ya pasó. Elige una que esté por venir.',
  },
  noSuchTime: {
    code: 'classes/no-such-time',
    status: 422,
    message: 'Esa hora no existe ese día: el reloj se adelanta. Elige otra.',
  },
} as const satisfies Record<string, RefusalKind>;

/** Why a class that is on the calendar cannot be changed, cancelled or deleted. */
export const changeRefusals = {
  changedMeanwhile: {
    code: 'classes/changed-meanwhile',
    status: 409,
    message: 'Alguien cambió esta clase mientras tanto. Mírala de nuevo antes de guardar.',
  },
  seatsTaken: {
    code: 'classes/seats-taken',
    status: 409,
    message: 'Ya hay más personas inscritas que esos lugares.',
  },
  hasStudents: {
    code: 'classes/has-students',
    status: 409,
    message: 'Ya hay personas inscritas: no se puede cambiar para quién es.',
  },
  alreadyOver: { code: 'classes/already-over', status: 409, message: 'Esta clase ya terminó.' },
  alreadyHeld: {
    code: 'classes/already-held',
    status: 409,
    message: 'En esta clase ya se pasó lista: se queda en el historial.',
  },
  hasPayments: {
    code: 'classes/has-payments',
    status: 409,
    message: 'Esta clase tiene pagos. Cancélala: devolvemos el dinero y avisamos a todos.',
  },
} as const satisfies Record<string, RefusalKind>;

/** Why nobody can be marked, or why somebody cannot rate a class. */
export const attendanceRefusals = {
  notStarted: {
    code: 'classes/not-started',
    status: 409,
    message: 'La lista se pasa desde que empieza la clase.',
  },
  notOnRoster: {
    code: 'classes/not-on-roster',
    status: 422,
    message: 'Alguien de la lista ya no está en esta clase.',
  },
  notAttended: {
    code: 'classes/not-attended',
    status: 403,
    message: 'Solo califica quien asistió a la clase.',
  },
} as const satisfies Record<string, RefusalKind>;

/** Why somebody cannot buy a single seat, beside why nobody can take one. */
export const buyRefusals = {
  alreadyYours: { code: 'classes/already-yours', status: 409, message: 'Ya tienes tu lugar en esta clase.' },
  inYourPlan: {
    code: 'classes/in-your-plan',
    status: 409,
    message: 'Tu plan ya incluye esta clase: inscríbete sin pagar.',
  },
  notSold: {
    code: 'classes/not-sold',
    status: 409,
    message: 'Esta clase no se vende suelta. Mejora tu plan para inscribirte.',
  },
} as const satisfies Record<string, RefusalKind>;
