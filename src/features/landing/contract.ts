import { z } from 'zod';
import { plan } from '#features/memberships/contract.ts';
import { tiers } from '#shared/actor.ts';
import { languageCodes } from '#shared/languages.ts';
import { levels } from '#shared/levels.ts';
import type { Locale } from '#shared/locales.ts';
import { type AnswerOf, operation } from '#shared/operation.ts';
import { uuid } from '#shared/uuid.ts';

/** The social networks that the footer links to, in its order. */
export const networks = ['instagram', 'tiktok', 'youtube', 'facebook', 'x', 'linkedin'] as const;
export type Network = (typeof networks)[number];

export const communityLinks = z.object({
  /** Digits with the country code; empty: the page shows no contact. */
  whatsApp: z.string(),
  /** Whether examples, marked as such, stand where there are no quotes yet: in the demo alone. */
  examples: z.boolean(),
  /** A network without an address is not shown. */
  networks: z.partialRecord(z.enum(networks), z.string()),
});
export type CommunityLinks = z.infer<typeof communityLinks>;

const landingClub = z.object({
  id: uuid,
  title: z.string(),
  startsAt: z.iso.datetime(),
  language: z.enum(languageCodes).nullable(),
  /** Null: for every level. */
  level: z.enum(levels).nullable(),
  seatsLeft: z.int(),
  teacher: z.object({ name: z.string(), image: z.string().nullable() }),
});
export type LandingClub = z.infer<typeof landingClub>;

export const readLanding = operation({
  id: 'readLanding',
  method: 'get',
  path: '/api/landing',
  summary:
    'The content of the landing page: figures and clubs of the calendar, plan prices, prizes of the cup, links, quotes of reviews.',
  answer: z.object({
    /** Conversation clubs on the calendar of the coming seven days. */
    clubsThisWeek: z.int(),
    /** How many of them are on each day of the week in Mexico City, from Monday on. */
    clubsByDay: z.array(z.int()).length(7),
    /** Languages that have a class on the calendar or a video in the feed. */
    languages: z.int(),
    /** The next clubs for adults that have a free seat, at most three, by start. */
    nextClubs: z.array(landingClub),
    /** Seats of a club whose organiser gave no other number. */
    clubSeats: z.int(),
    plans: z.array(plan),
    /** How many classes and clubs of the coming seven days each plan opens to adults. */
    opens: z.record(z.enum(tiers), z.int()),
    /** Whether a board of the cup was published for this month or the one before. */
    cup: z.boolean(),
    /** Coins for the first, second and third of each language in the cup; 0 where none are given. */
    prizes: z.array(z.int()),
    links: communityLinks,
    /** The reviews that an administrator chose last, two at most, whose authors agreed to be quoted. */
    quotes: z.array(
      z.object({
        /** The review's key and its teacher, on whose page a member reports it. */
        key: z.string(),
        teacherId: uuid,
        name: z.string(),
        words: z.string(),
        rating: z.int(),
        language: z.string().nullable(),
      }),
    ),
  }),
});

/**
 * Writes the landing page with its content in a language, as HTML, for the community at the address `site`; `style` is
 * the path of its stylesheet, `picture` what networks show of it.
 */
export type WriteLanding = (
  content: AnswerOf<typeof readLanding>,
  parts: {
    locale: Locale;
    site: string;
    style: string;
    picture: { path: string; width: number; height: number };
  },
) => string;
