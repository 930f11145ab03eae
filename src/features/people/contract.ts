import { z } from 'zod';
import { emailAddress, lettersUsedUp } from '#features/accounts/contract.ts';
import { ageGroups, roles, tiers } from '#shared/actor.ts';
import { operation } from '#shared/operation.ts';
import { pageQuery } from '#shared/page-cursor.ts';
import { commonRefusals } from '#shared/refusal.ts';
import { lineOfText, longestReason, searchText } from '#shared/text.ts';
import { typedInstant } from '#shared/time/typed-dates.ts';
import { uuid } from '#shared/uuid.ts';
import { peopleRefusals } from './people-refusals.ts';

/** Why an administrator did something, in their words. */
const reason = lineOfText(longestReason);

/** What a person pays or paid for: a tier in force, else a single class, else nothing. */
const holdings = ['membership', 'single', 'none'] as const;

const nameStates = ['shown', 'hidden', 'chosen'] as const;

/**
 * How a guardian's consent to a kid's live classes stands. The first three let the kid join: given by the letter's
 * link, recorded by an administrator, or not needed because an administrator marked the account as a kid's.
 */
const consents = ['letter', 'paper', 'vouched', 'unasked', 'asked', 'revoked'] as const;

/** For each act null, or the code of the refusal that the reader would get. */
const allowed = z.object({ changeRole: z.string().nullable() });

/** A line of the list of people. */
export const personRow = z.object({
  id: uuid,
  name: z.string(),
  email: z.string(),
  image: z.string().nullable(),
  /** The strongest of their roles. */
  role: z.enum(roles),
  ageGroup: z.enum(ageGroups),
  /** `membership` with a tier above free in force, `single` after paying for one class. */
  holds: z.enum(holdings),
  tier: z.enum(tiers),
  /** When the tier ends; null for one without an end, and for the free one. */
  tierUntil: z.iso.datetime().nullable(),
  /** Whether the tier is paid for again by itself at its end. */
  tierRenews: z.boolean(),
  classesAttended: z.int(),
  coins: z.int(),
  memberSince: z.iso.datetime(),
  isBanned: z.boolean(),
  /** Whether others see the name and picture; `chosen`: hidden, and another one waits for an administrator. */
  nameState: z.enum(nameStates),
  allowed,
});
export type PersonRow = z.infer<typeof personRow>;

const peoplePageSize = 50;

/** Within how many days a plan ends, for the filter of plans that have to be paid again by hand. */
export const endingWithin = { week: 7, month: 30 } as const;

export const peopleFilters = z.object({
  /**
   * Pieces of a name or an e-mail address; a person matches all of them. Accents and case are ignored. A guardian's
   * whole address finds the kids who named it as well.
   */
  search: searchText(100).optional(),
  role: z.enum(roles).optional(),
  tier: z.enum(tiers).optional(),
  /** People whose tier ends within so many days, and is not renewed by itself. */
  ends: z.enum(['week', 'month']).optional(),
  /** `kid-without-consent` answers the kids who may not join live classes. */
  ageGroup: z.enum([...ageGroups, 'kid-without-consent']).optional(),
  /** `only` answers banned people alone. */
  banned: z.enum(['only', 'without']).optional(),
  /** `hidden` answers all people whose name is hidden, `chosen` those who chose another one since. */
  names: z.enum(['hidden', 'chosen']).optional(),
});
export type PeopleFilters = z.infer<typeof peopleFilters>;

/**
 * `newest` joined last, `name` is alphabetical, `attendance` and `coins` have the most first. `planEnd` begins with the
 * plan that ends next; people whose plan has no end come last.
 */
export const peopleOrders = ['newest', 'name', 'attendance', 'coins', 'planEnd'] as const;
export type PeopleOrder = (typeof peopleOrders)[number];

const sort = z.enum(peopleOrders).default('newest');

export const listPeople = operation({
  id: 'listPeople',
  method: 'get',
  path: '/api/people',
  summary: 'The people of the community, in the order that the reader asks for.',
  query: peopleFilters.extend({
    sort,
    ...pageQuery({ usual: peoplePageSize, most: 100 }),
  }),
  answer: z.object({
    items: z.array(personRow),
    nextCursor: z.string().nullable(),
    /** How many there are in all pages; counted with the first only. */
    total: z.int().nullable(),
  }),
  refusals: [peopleRefusals.noSession],
});

export const exportPeople = operation({
  id: 'exportPeople',
  method: 'get',
  path: '/api/people/list.csv',
  summary:
    'The matching people as a spreadsheet, in the order that the reader asks for; formulas in it are only text.',
  query: peopleFilters.extend({ sort }),
  answer: z.string(),
  refusals: [peopleRefusals.noSession],
});

const params = z.object({ id: uuid });

export const personDetail = personRow.extend({
  banReason: z.string().nullable(),
  /** What others see in place of a hidden name, and why; null for one that is shown. */
  hiddenName: z.object({ alias: z.string(), reason: z.string() }).nullable(),
  country: z.string().nullable(),
  /** Who answers for a kid in live classes; null for an adult. */
  guardian: z
    .object({
      /** As the kid typed it; null where they have named none. */
      email: z.string().nullable(),
      consent: z.enum(consents),
      /** When it was asked for, given or revoked; null where none of these happened. */
      since: z.iso.datetime().nullable(),
    })
    .nullable(),
  languages: z.array(z.string()),
  level: z.string().nullable(),
  zone: z.string(),
  locale: z.string(),
  streakDays: z.int(),
  totalVideosWatched: z.int(),
  totalLearningMinutes: z.int(),
  /** Typed handles on other platforms, by platform. */
  handles: z.record(z.string(), z.string()),
  /** The state of their application to teach; null where there is none. */
  teaches: z.enum(['pending', 'approved', 'rejected']).nullable(),
  openSessions: z.int(),
  /** What is ahead of them: classes that they give, and their seats in classes, held ones among them. */
  coming: z.object({ taught: z.int(), seats: z.int(), paidSeats: z.int() }),
  /** The latest ten; `listPayments` finds all of them by the address. */
  payments: z.array(
    z.object({
      id: uuid,
      kind: z.enum(['membership', 'single']),
      tier: z.enum(tiers).nullable(),
      amountCents: z.int(),
      currency: z.string(),
      status: z.string(),
      /** When it was paid; of one that is not, when it was begun. */
      datedAt: z.iso.datetime(),
    }),
  ),
  /** What administrators did that concerns them, the latest ten, newest first; `listAudit` has all of them. */
  acts: z.array(
    z.object({
      id: uuid,
      act: z.string(),
      actorName: z.string(),
      reason: z.string().nullable(),
      createdAt: z.iso.datetime(),
    }),
  ),
  allowed: allowed.extend({
    moveCoins: z.string().nullable(),
    ban: z.string().nullable(),
  }),
});
export type PersonDetail = z.infer<typeof personDetail>;

export const readPerson = operation({
  id: 'readPerson',
  method: 'get',
  path: '/api/people/{id}',
  summary: 'Everything administrators know of one person.',
  params,
  answer: personDetail,
  refusals: [peopleRefusals.noSession, commonRefusals.notFound],
});

export const changeRole = operation({
  id: 'changeRole',
  method: 'put',
  path: '/api/people/{id}/role',
  summary: 'Gives a person one role in place of those they have.',
  params,
  body: z.object({ role: z.enum(roles), reason: reason.optional() }),
  answer: z.object({ id: uuid, role: z.enum(roles) }),
  refusals: [
    peopleRefusals.noSession,
    peopleRefusals.lastAdmin,
    peopleRefusals.shortPassword,
    commonRefusals.notFound,
  ],
});

export const setMembership = operation({
  id: 'setMembership',
  method: 'put',
  path: '/api/people/{id}/membership',
  summary: 'Gives a person a tier, until an instant or without an end.',
  params,
  body: z
    .object({
      tier: z.enum(tiers),
      /** Null: without an end. The free tier has none. */
      until: typedInstant.nullable(),
      reason: reason.optional(),
    })
    .refine(({ tier, until }) => tier !== 'free' || until === null, 'the free tier has no end'),
  answer: z.object({ id: uuid, tier: z.enum(tiers), until: z.iso.datetime().nullable() }),
  refusals: [peopleRefusals.noSession, commonRefusals.notFound],
});

export const changeAgeGroup = operation({
  id: 'changeAgeGroup',
  method: 'put',
  path: '/api/people/{id}/age-group',
  summary:
    'Marks an account as an adult’s or a kid’s; seats in coming classes of the other group are given back.',
  params,
  body: z.object({ ageGroup: z.enum(ageGroups), reason: reason.optional() }),
  answer: z.object({ id: uuid, ageGroup: z.enum(ageGroups), seatsGivenBack: z.int() }),
  refusals: [peopleRefusals.noSession, commonRefusals.notFound],
});

export const answerAge = operation({
  id: 'answerAge',
  method: 'put',
  path: '/api/people/me/age',
  summary:
    'Says once whether one is an adult or a kid; a kid names a guardian, now or later, who is asked by letter.',
  body: z.object({ ageGroup: z.enum(ageGroups), guardianEmail: emailAddress.optional() }),
  answer: z.object({ ageGroup: z.enum(ageGroups) }),
  refusals: [
    peopleRefusals.ageAnswered,
    peopleRefusals.guardianNeeded,
    commonRefusals.tooMany,
    lettersUsedUp,
  ],
});

export const askGuardianAgain = operation({
  id: 'askGuardianAgain',
  method: 'post',
  path: '/api/people/me/guardian',
  summary: 'Asks one’s guardian for consent again, or another guardian.',
  body: z.object({ guardianEmail: emailAddress }),
  answer: z.object({ asked: z.boolean() }),
  refusals: [
    peopleRefusals.noGuardianNeeded,
    peopleRefusals.guardianNeeded,
    peopleRefusals.consentRevoked,
    commonRefusals.tooMany,
    lettersUsedUp,
  ],
});

export const changeGuardianConsent = operation({
  id: 'changeGuardianConsent',
  method: 'put',
  path: '/api/people/{id}/guardian-consent',
  summary:
    'Records that a guardian consented to live classes, or that they refused or withdrew it, and gives back the kid’s seats.',
  params,
  body: z.object({ given: z.boolean(), reason: reason.optional() }),
  answer: z.object({ id: uuid, given: z.boolean() }),
  refusals: [peopleRefusals.noSession, commonRefusals.notFound],
});

export const banPerson = operation({
  id: 'banPerson',
  method: 'put',
  path: '/api/people/{id}/ban',
  summary: 'Suspends an account: its sessions end and it cannot sign in.',
  params,
  body: z.object({ reason }),
  answer: z.object({ id: uuid, isBanned: z.boolean() }),
  refusals: [
    peopleRefusals.noSession,
    peopleRefusals.ownBan,
    peopleRefusals.lastAdmin,
    commonRefusals.notFound,
  ],
});

export const unbanPerson = operation({
  id: 'unbanPerson',
  method: 'delete',
  path: '/api/people/{id}/ban',
  summary: 'Lets a suspended account in again.',
  params,
  answer: z.object({ id: uuid, isBanned: z.boolean() }),
  refusals: [peopleRefusals.noSession, commonRefusals.notFound],
});

export const hideName = operation({
  id: 'hideName',
  method: 'put',
  path: '/api/people/{id}/hidden-name',
  summary:
    'Hides a person’s name and picture from others behind an alias and a drawing; a hidden one waits for another choice.',
  params,
  body: z.object({ reason }),
  answer: z.object({ id: uuid, isHidden: z.boolean() }),
  refusals: [peopleRefusals.noSession, commonRefusals.notFound],
});

export const showName = operation({
  id: 'showName',
  method: 'delete',
  path: '/api/people/{id}/hidden-name',
  summary: 'Shows a person’s name and picture again, those that they have now.',
  params,
  answer: z.object({ id: uuid, isHidden: z.boolean() }),
  refusals: [peopleRefusals.noSession, commonRefusals.notFound, commonRefusals.ownMatter],
});

export const endSessions = operation({
  id: 'endSessions',
  method: 'delete',
  path: '/api/people/{id}/sessions',
  summary: 'Signs a person out everywhere.',
  params,
  answer: z.object({ id: uuid, ended: z.int() }),
  refusals: [peopleRefusals.noSession, commonRefusals.notFound],
});

/** An entry of get-all-users, with the field names of the hosted backend. */
export const userEntry = z.object({
  id: uuid,
  name: z.string(),
  email: z.string(),
  role: z.enum(roles),
  created_at: z.iso.datetime(),
});
export type UserEntry = z.infer<typeof userEntry>;

export const getAllUsers = operation({
  id: 'getAllUsers',
  method: 'post',
  path: '/api/functions/get-all-users',
  summary: 'Every account, newest first, in one answer.',
  answer: z.object({ users: z.array(userEntry) }),
  refusals: [peopleRefusals.noSession],
});

export * from './age/withdrawal-operations.ts';
export * from './coins/coin-operations.ts';
export * from './invitations/invitation-operations.ts';
export * from './people-refusals.ts';
export * from './person/history-operations.ts';
