import type { SeededRandom } from '../../../src/testing/seeded-random.ts';
import { beNewcomer } from './be-newcomer.ts';
import type { Book } from './book.ts';
import type { Cast } from './cast.ts';
import type { DoDeed } from './deeds.ts';
import { changeRole, scheduleClass, settleOrder } from './deeds-of-staff.ts';
import type { Field } from './field.ts';
import { importRanking } from './import-ranking.ts';
import type { Place } from './orders.ts';
import type { Server } from './start-server.ts';

/** What is at hand for a person to do something. */
export type Scene = { field: Field; cast: Cast; book: Book; nth: number; act: DoDeed };

/** Has a person do at this server what comes to a place. */
type Provoke = (scene: Scene, chance: SeededRandom, server: Server) => Promise<unknown>;

const byDeed =
  (draw: typeof settleOrder): Provoke =>
  async ({ cast, book, act }, chance, server) => {
    const deed = draw(chance, { ...cast, ...cast.heldBack }, book);
    // Under its key it would be sent again, to a server that is gone.
    if (deed) await act({ ...deed, keyed: false }, server);
  };
const anImport: Provoke = ({ field, cast, nth, act }, chance, server) =>
  importRanking({ db: field.direct.db, cast, nth, act }, chance, server);
const aNewcomer: Provoke = ({ field, cast, act }, chance, server) =>
  beNewcomer({ db: field.direct.db, cast, act }, chance, server);

/** The places inside of one thing that a person does. */
export const provocations = {
  'refund-before-coins': byDeed(settleOrder),
  'role-after-taking-away': byDeed(changeRole),
  'import-between-draft-and-rows': anImport,
  'import-while-going-live': anImport,
  'deletion-half-way': aNewcomer,
  'sign-up-after-user': aNewcomer,
  'class-before-calendar-job': byDeed(scheduleClass),
} satisfies Partial<Record<Place, Provoke>>;
export const insidePlaces = Object.keys(provocations) as (keyof typeof provocations)[];
