import { z } from 'zod';
import { ageGroups, tiers } from '#shared/actor.ts';
import { languageCodes } from '#shared/languages.ts';
import { levels } from '#shared/levels.ts';
import { localeCodes } from '#shared/locales.ts';
import { operation } from '#shared/operation.ts';
import { country } from '#shared/places/countries.ts';
import { commonRefusals, type RefusalKind } from '#shared/refusal.ts';
import { lineOfText } from '#shared/text.ts';
import { typedDay } from '#shared/time/typed-dates.ts';
import { zoneName } from '#shared/time/zones.ts';

export const goals = ['conversation', 'certification', 'travel', 'work', 'fun', 'school', 'games'] as const;
export const learningStyles = [
  'private',
  'group',
  'selfpaced',
  'media',
  'reading',
  'games',
  'combined',
] as const;
export const availableTimes = ['5-10', '15-30', '30-60', '1-2'] as const;
export const modalities = ['club', 'async', 'private', 'mixed'] as const;

export const platforms = ['instagram', 'tiktok', 'youtube', 'facebook', 'twitter'] as const;
export type Platform = (typeof platforms)[number];

/** Typed handles by platform; a platform that is left out is left as it is, an empty one is removed. */
export const handles = z.partialRecord(z.enum(platforms), z.union([z.literal(''), lineOfText(100)]));

export const profile = z.object({
  name: z.string(),
  email: z.string(),
  image: z.string().nullable(),
  /** While administrators hide the name and picture: what others see, why, and whether another name waits for them. */
  hiddenName: z.object({ alias: z.string(), reason: z.string(), waits: z.boolean() }).nullable(),
  country: z.string().nullable(),
  ageGroup: z.enum(ageGroups),
  tier: z.enum(tiers),
  languages: z.array(z.enum(languageCodes)),
  level: z.enum(levels).nullable(),
  goals: z.array(z.enum(goals)),
  learningStyle: z.array(z.enum(learningStyles)),
  availableTime: z.enum(availableTimes).nullable(),
  modality: z.array(z.enum(modalities)),
  zone: z.string(),
  locale: z.enum(localeCodes),
  streakDays: z.number().int(),
  /** Whether today, in the person's zone, already counts for the streak. */
  practisedToday: z.boolean(),
  totalVideosWatched: z.number().int(),
  totalLearningMinutes: z.number().int(),
  /** As the owner typed them; read by the owner and administrators only. */
  handles: z.partialRecord(z.enum(platforms), z.string()),
  memberSince: z.iso.datetime(),
});
export type Profile = z.infer<typeof profile>;

export const readProfile = operation({
  id: 'readProfile',
  method: 'get',
  path: '/api/profiles/me',
  offline: true,
  summary: "The signed-in person's own profile.",
  answer: profile,
});

const day = z.iso.date();
const holiday = z.object({ firstDay: day, lastDay: day });

const dayMarks = ['practised', 'kept', 'none', 'before'] as const;
export type DayMark = (typeof dayMarks)[number];

export const streak = z.object({
  /** The day on the person's own calendar. */
  today: day,
  practisedToday: z.boolean(),
  days: z.int(),
  /**
   * The last seven days, today at the end: practised, or covered by a shield, a holiday or a journey, or neither, or
   * before the person joined.
   */
  lastDays: z.array(z.object({ day, mark: z.enum(dayMarks) })).length(7),
  /** Streak shields in hand, and how many there may be. */
  shields: z.int(),
  mostShields: z.int(),
  /** The holiday that is planned or under way. */
  holiday: holiday.nullable(),
  /** When the next holiday may begin, and how many days it may have. */
  earliestHoliday: day,
  longestHoliday: z.int(),
});
export type Streak = z.infer<typeof streak>;

export const profileRefusals = {
  holidayNotAhead: { code: 'profiles/holiday-not-ahead', status: 422 },
  /** `detail.most`: how many days. */
  holidayTooLong: { code: 'profiles/holiday-too-long', status: 422 },
  /** `detail.earliest`: the first day on which it may begin. */
  holidayTooSoon: { code: 'profiles/holiday-too-soon', status: 409 },
} as const satisfies Record<string, RefusalKind>;

export const readStreak = operation({
  id: 'readStreak',
  method: 'get',
  path: '/api/profiles/me/streak',
  offline: true,
  summary: "The signed-in person's streak: its days, whether today is done, shields and holiday.",
  answer: streak,
});

export const planHoliday = operation({
  id: 'planHoliday',
  method: 'put',
  path: '/api/profiles/me/holiday',
  summary: 'Plans a holiday, from tomorrow on, that does not break the streak.',
  body: z.object({ firstDay: typedDay, lastDay: typedDay }),
  answer: streak,
  refusals: [profileRefusals.holidayNotAhead, profileRefusals.holidayTooLong, profileRefusals.holidayTooSoon],
});

export const endHoliday = operation({
  id: 'endHoliday',
  method: 'delete',
  path: '/api/profiles/me/holiday',
  summary: 'Calls off the holiday that is planned, or ends the one under way; without one nothing changes.',
  answer: streak,
});

export const profileChange = z.object({
  name: lineOfText(80).optional(),
  country: country.nullable().optional(),
  zone: zoneName.optional(),
  locale: z.enum(localeCodes).optional(),
});

export const changeProfile = operation({
  id: 'changeProfile',
  method: 'patch',
  path: '/api/profiles/me',
  summary: 'Changes what is given: name, country, zone or interface language.',
  body: profileChange,
  answer: profile,
});

/** What the short quiz fills in; also how preferences are changed later. */
export const preferences = z.object({
  languages: z.array(z.enum(languageCodes)).min(1).max(languageCodes.length),
  level: z.enum(levels),
});
export type Preferences = z.infer<typeof preferences>;

export const handlesAreForAdults = {
  code: 'profiles/handles-are-for-adults',
  status: 403,
} as const satisfies RefusalKind;

export const setHandles = operation({
  id: 'setHandles',
  method: 'put',
  path: '/api/profiles/me/handles',
  summary: 'Keeps or removes handles on other platforms.',
  body: handles,
  answer: profile,
  refusals: [handlesAreForAdults],
});

/** Where pictures are served from, to everybody; the rest of an address is random. */
export const avatarsAddress = '/media/people';

export const readAvatar = operation({
  id: 'readAvatar',
  method: 'get',
  path: `${avatarsAddress}/{name}`,
  summary: 'A profile picture, by the address that profiles and lists give.',
  params: z.object({ name: z.string() }),
  answer: z.string(),
  refusals: [commonRefusals.notFound],
});

export const picturesAreForAdults = {
  code: 'profiles/pictures-are-for-adults',
  status: 403,
} as const satisfies RefusalKind;

export const notAPicture = { code: 'profiles/not-a-picture', status: 422 } as const satisfies RefusalKind;

export const uploadAvatar = operation({
  id: 'uploadAvatar',
  method: 'put',
  path: '/api/profiles/me/avatar',
  summary:
    "Makes a picture one's own: its middle becomes a square of 256 pixels. The format is read from the bytes.",
  file: { types: ['image/png', 'image/jpeg', 'image/webp'], maxBytes: 5 * 1024 * 1024 },
  answer: profile,
  refusals: [picturesAreForAdults, notAPicture, commonRefusals.tooLarge, commonRefusals.tooMany],
});

/** The drawings that Sumi brings along: a person may choose one instead of a photograph, a kid only these. */
export const portraits = [
  'axolotl',
  'butterfly',
  'fox',
  'hummingbird',
  'jaguar',
  'owl',
  'toucan',
  'turtle',
] as const;
export type Portrait = (typeof portraits)[number];

/** Where the folder `portraits` is served from, to everybody. */
export const portraitsAddress = '/media/portraits';

export function portraitAddress(portrait: Portrait): string {
  return `${portraitsAddress}/${portrait}.svg`;
}

export const choosePortrait = operation({
  id: 'choosePortrait',
  method: 'put',
  path: '/api/profiles/me/portrait',
  summary: "Makes one of Sumi's drawings one's own picture, in place of the one before. Kids and adults.",
  body: z.object({ portrait: z.enum(portraits) }),
  answer: profile,
});

export const removeAvatar = operation({
  id: 'removeAvatar',
  method: 'delete',
  path: '/api/profiles/me/avatar',
  summary: "Takes one's own picture away; without one nothing changes.",
  answer: profile,
});
