import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import type { Ask } from './drive.ts';
import { seatsOfAClass } from './fill-database.ts';
import { type Filter, plainClasses, plainCup, plainFeed } from './plain-acts.ts';
import type { Member } from './sign-in.ts';

/** How many members take turns in one measurement, so that each is the reader of many requests, as on a visit. */
export const membersAtATime = 500;

/** Something people do. `turn` counts the asks of one measurement, and `members` are those who take turns in it. */
export type Scenario = {
  name: string;
  /** The request to Sumi. */
  ask(turn: number, members: readonly Member[]): Ask;
  /** The same request to the server written by hand, where its address differs. */
  askPlain?(turn: number, members: readonly Member[]): Ask;
  /** The database alone: a statement for `pgbench`, or a query with parameters. */
  statement?: string;
  query?(pool: pg.Pool, turn: number, members: readonly Member[]): Promise<unknown>;
  /** The page that a turn asks for, for peers, who have addresses of their own. */
  filterAt?(turn: number): Filter;
  /** After how many turns everything was asked once, and what a server keeps it keeps; where each ask is new, none. */
  asksBefore?: number;
  /** Whether it takes seats, which have to be free again before each measurement. */
  takesSeats?: boolean;
};

export type Surroundings = { sumi: string; members: readonly Member[]; classIds: readonly string[] };

const languages = ['en', 'fr', 'pt', 'de'];
const levels = ['basic', 'intermediate', 'advanced'];

type Page = { address: string; filter: Filter };

export async function createScenarios({ sumi, members, classIds }: Surroundings): Promise<Scenario[]> {
  const [reader] = members as [Member];
  const pages = (path: string, filters: readonly Omit<Filter, 'skip'>[], size: number) =>
    mixOf({ sumi, reader, path, filters, size });

  const feed = await pages(
    '/api/videos',
    languages.flatMap((language) => levels.map((level) => ({ language, level }))),
    10,
  );
  const classes = await pages(
    '/api/classes',
    languages.map((language) => ({ language, level: 'basic' })),
    50,
  );
  const cup = await pages(
    '/api/cup',
    ['en', 'fr'].map((language) => ({ language, level: '' })),
    50,
  );

  const post = ({ cookie }: Member, path: string, body: unknown): Ask => ({
    method: 'POST',
    path,
    headers: { cookie, origin: sumi, 'content-type': 'application/json', 'idempotency-key': randomUUID() },
    body: JSON.stringify(body),
  });
  const buy = (buyer: Member) => post(buyer, '/api/store/orders', { itemId: 'custom-avatar' });
  const enrol = (student: Member, place: number) =>
    post(student, `/api/classes/${classIds[place % classIds.length]}/enrolment`, {});

  return [
    reading('feed page', feed, plainFeed),
    reading('feed page, first read', feed, plainFeed, everyoneReadsEachOnce),
    reading('class list', classes, plainClasses),
    reading('class list, first read', classes, plainClasses, everyoneReadsEachOnce),
    reading('cup page', cup, plainCup),
    {
      name: 'purchase, many buyers',
      ask: (turn, group) => buy(memberAt(group, turn)),
      statement: 'select bench_purchase()',
    },
    {
      // Four at a time, each for a few hundred purchases: below the limit of requests a person.
      name: 'purchase, four buyers',
      ask: (turn, group) => buy(memberAt(group, (turn % 4) + 4 * Math.floor(turn / 1200))),
      statement: 'select bench_purchase()',
    },
    {
      name: 'enrolment, random classes',
      // A student never meets the same class twice: the stride has no factor in common with the number of classes.
      ask: (turn, group) =>
        enrol(memberAt(group, turn), (turn % membersAtATime) * 7 + Math.floor(turn / membersAtATime) * 1009),
      statement: 'select bench_enrol_anywhere()',
      takesSeats: true,
    },
    {
      // All ask for the same class until its seats are taken, and then for the next.
      name: 'enrolment, one hot class',
      ask: (turn, group) => enrol(memberAt(group, turn), Math.floor(turn / seatsOfAClass)),
      statement: 'select bench_enrol_in_hot_class()',
      takesSeats: true,
    },
  ];
}

/** Which of the pages a turn asks for; the member of a turn is `memberAt`. */
type Choice = { choose: (turn: number, pages: number) => number; asksBefore?: number };

/** As on a visit: each member reads the first and second page of one filter, again and again. */
const everyoneReadsTheirOwn: Choice = {
  choose: (turn, pages) => (2 * (turn % membersAtATime) + (Math.floor(turn / membersAtATime) % 2)) % pages,
  asksBefore: 2 * membersAtATime,
};

/** No member asks for a page twice before all have asked for every page. */
const everyoneReadsEachOnce: Choice = {
  choose: (turn, pages) => Math.floor(turn / membersAtATime) % pages,
};

function reading(
  name: string,
  pages: readonly Page[],
  query: (pool: pg.Pool, userId: string, filter: Filter) => Promise<unknown>,
  { choose, asksBefore }: Choice = everyoneReadsTheirOwn,
): Scenario {
  const pageAt = (turn: number) => pages[choose(turn, pages.length)] as Page;
  const get = (path: string, { cookie }: Member): Ask => ({ method: 'GET', path, headers: { cookie } });
  return {
    name,
    ask: (turn, group) => get(pageAt(turn).address, memberAt(group, turn)),
    askPlain(turn, group) {
      const { address, filter } = pageAt(turn);
      const { language, level, skip } = filter;
      return get(
        `${address.split('?')[0]}?language=${language}&level=${level}&skip=${skip}`,
        memberAt(group, turn),
      );
    },
    ...(asksBefore && { asksBefore }),
    filterAt: (turn) => pageAt(turn).filter,
    query: (pool, turn, group) => query(pool, memberAt(group, turn).id, pageAt(turn).filter),
  };
}

export function memberAt(group: readonly Member[], turn: number): Member {
  return group[turn % group.length] as Member;
}

/** The first and the second page of each filter. */
async function mixOf({
  sumi,
  reader,
  path,
  filters,
  size,
}: {
  sumi: string;
  reader: Member;
  path: string;
  filters: readonly Omit<Filter, 'skip'>[];
  size: number;
}): Promise<Page[]> {
  const pages: Page[] = [];
  for (const filter of filters) {
    const address = `${path}?language=${filter.language}${filter.level && `&level=${filter.level}`}`;
    const answer = await fetch(sumi + address, { headers: { cookie: reader.cookie } });
    const { nextCursor } = (await answer.json()) as { nextCursor: string };
    pages.push(
      { address, filter: { ...filter, skip: 0 } },
      { address: `${address}&cursor=${nextCursor}`, filter: { ...filter, skip: size } },
    );
  }
  return pages;
}
