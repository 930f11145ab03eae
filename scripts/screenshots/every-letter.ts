import { composeLetter } from '#features/accounts/letters/compose-letter.ts';
import { type LetterName, letterTexts } from '#features/accounts/letters/letter-texts.ts';
import { kindsWithEvent } from '#features/notifications/delivery/mail-notices.ts';
import {
  composeNoticeLetter,
  type LetterNotice,
  type LetterReader,
} from '#features/notifications/letters/compose-notice-letter.ts';
import type { Message } from '#server/mail/mail.ts';
import { datesIn } from '#shared/time/dates.ts';
import { zoneCity } from '#shared/time/zone-city.ts';

/** What the letters tell of: people and a class of a community, and when it starts. */
export type LetterScene = {
  reader: LetterReader;
  /** The first name of a kid, in the letter to a guardian. */
  kid: string;
  /** Another person: a teacher, or a student who reviewed. */
  other: string;
  title: string;
  classId: string;
  startsAt: Date;
  appUrl: string;
};

export type DrawnLetter = Omit<Message, 'id' | 'to'> & { kind: string };

/** As long as the real ones; nothing is signed with it that leads anywhere. */
const secret = 'a secret that only letters to look at are signed with';
const token = `${'d0c5a1f2-7b1c-4a55-9d3e-2f6b8c9a1e47'}.${'A9zK_'.repeat(8)}abc`;
const hour = 3_600_000;

/**
 * Every letter that Sumi writes, one of each kind, in the reader's language: `letters.test.ts` fails for a kind that is
 * missing.
 */
export function everyLetter(scene: LetterScene): DrawnLetter[] {
  const notices = everyNotice(scene);
  const settings = { appUrl: scene.appUrl, secret };
  const noticeLetter = (
    notices: readonly LetterNotice[],
    kind: string,
    reader = scene.reader,
  ): DrawnLetter => {
    // The file itself is tested beside `mailNotices`; the letter says that there is one.
    const calendar = notices.some((one) => kindsWithEvent.includes(one.kind)) ? 'BEGIN:VCALENDAR' : undefined;
    return { kind, ...composeNoticeLetter(settings, reader, notices, calendar) };
  };
  return [
    ...accountLetters(scene),
    ...notices.map((notice) => noticeLetter([notice], notice.kind)),
    noticeLetter(
      notices.filter(({ kind }) => inDigest.includes(kind)),
      'notifications.digest',
    ),
    noticeLetter(
      notices.filter(({ kind }) => kind === 'classes.cancelled'),
      'notifications.for-guardian',
      { ...scene.reader, name: scene.kid, guardian: 'guardian@example.org' },
    ),
  ];
}

const inDigest = ['classes.cancelled', 'classes.moved', 'classes.review-wanted', 'store.fulfilled'];

function accountLetters({ reader, kid, startsAt, appUrl }: LetterScene): DrawnLetter[] {
  const { locale, zone, name: to } = reader;
  const pages: Partial<Record<LetterName, string>> = {
    'reset-password': 'reset',
    'verify-email': 'verify',
    'sign-up': 'verify',
    'change-email': 'verify',
    'guardian-consent': 'guardian',
    'sign-in': 'enter',
  };
  const fields: Partial<Record<LetterName, Record<string, string>>> = {
    'sign-in': { code: '482 913' },
    'guardian-consent': { kid },
    'new-device': {
      moment: datesIn(locale, zone).moment(startsAt.toISOString()),
      city: zoneCity(zone, locale),
      device: 'Chrome (Android)',
    },
  };
  const toStrangers: LetterName[] = ['sign-up', 'guardian-consent', 'account-deleted', 'kid-account-deleted'];
  return (Object.keys(letterTexts[locale].letters) as LetterName[]).map((name) => {
    const page = pages[name];
    return {
      kind: `accounts.${name}`,
      ...composeLetter({
        locale,
        name,
        link: page ? `${appUrl}/auth/${page}#token=${token}` : appUrl,
        ...(!toStrangers.includes(name) && { to }),
        ...(fields[name] && { fields: fields[name] }),
      }),
    };
  });
}

/** One notice of each kind, with the details that its caller of `notify` gives. */
export function everyNotice({
  title,
  classId,
  startsAt,
  other: name,
}: Pick<LetterScene, 'title' | 'classId' | 'startsAt' | 'other'>): LetterNotice[] {
  const at = (hours: number) => new Date(startsAt.getTime() + hours * hour).toISOString();
  const seat = { title, startsAt: at(0) };
  const reason = 'Hoy no hay luz en la escuela; la repetimos la semana que viene.';
  const words = 'Llego diez minutos tarde.\nTraigan la página 12, por favor.';
  const [page, desk] = [`/classes?class=${classId}`, '/admin/classes'];
  const season = at(0).slice(0, 7);
  const money = { amountCents: 24_900, currency: 'MXN' };
  type Row = [kind: string, detail?: LetterNotice['detail'], link?: string];
  const notices: Row[] = [
    ['classes.cancelled', { ...seat, reason }, page],
    ['classes.moved', { ...seat, before: at(-25) }, page],
    ['classes.altered', seat, page],
    ['classes.removed', seat, '/classes'],
    ['classes.review-wanted', { title, earned: 25, ofStreak: 5 }, `${page}&rate=1`],
    ['classes.seat-bought', { ...seat, ...money }, page],
    ['classes.seat-given', seat, page],
    ['classes.seat-taken-away', { ...seat, reason }, page],
    ['classes.held-seat-taken-away', { ...seat, reason }, page],
    ['classes.wait-taken-away', { ...seat, reason }, page],
    ['classes.message', { ...seat, message: words, endsAt: at(1), name }, page],
    ['announcements.posted', { title: 'Noche de cine en inglés', message: words }, '/announcements'],
    ['classes.message-hidden', { title, reason }, `${desk}?class=${classId}&tab=roll`],
    ['classes.seat-offered', { ...seat, heldUntil: at(-12) }, page],
    ['classes.seat-open', seat, page],
    ['classes.offer-lapsed', seat, page],
    ['classes.wait-over', { title }, page],
    ['classes.wait-paused', seat, '/conversation-clubs'],
    ['classes.wait-tier-ended', seat, page],
    ['classes.seats-above-plan', undefined, '/classes'],
    ['classes.given-to-you', seat, `${desk}?class=${classId}`],
    ['classes.given-to-another', { ...seat, name }],
    ['classes.other-teacher', { ...seat, name }, page],
    ['classes.reviewed', { title, name, rating: 5 }, `${desk}?class=${classId}`],
    ['classes.marked-present', { title, earned: 20, ofStreak: 0 }, '/coins'],
    ['classes.marked-absent', { title }, '/coins'],
    ['classes.walked-in', { title }, page],
    ['classes.missed', { title, count: 2, most: 3, days: 30 }, `${page}&why=1`],
    ['classes.left-late', { title, count: 2, most: 3, days: 30 }, `${page}&why=1`],
    ['classes.clubs-paused', { title, count: 3, days: 30, until: at(168) }, `${page}&why=1`],
    ['classes.paused-by-leaving', { title, count: 3, days: 30, until: at(168) }, `${page}&why=1`],
    ['classes.absence-excused', { title }, page],
    ['classes.absence-explained', { title }, `${desk}?class=${classId}&tab=roll`],
    ['classes.roll-waits', { title, learners: 3 }, `${desk}?class=${classId}&tab=roll`],
    ['classes.without-teacher', seat, `${desk}?class=${classId}`],
    ['classes.few-come', { ...seat, learners: 1 }, `${desk}?class=${classId}`],
    ['classes.few-come-with-you', { ...seat, fewest: 2 }, page],
    ['classes.starts-in-a-day', { ...seat, topic: 'Lo que comemos cuando nadie nos ve' }, page],
    ['classes.starts-within-a-day', { ...seat, name }, page],
    ['classes.starts-in-an-hour', seat, page],
    ['classes.starts-in-minutes', seat, page],
    ['classes.notes-written', { title, earned: 70, ofStreak: 50 }, page],
    ['classes.week-copied', { classes: 25, startsAt: at(0) }, `${desk}?view=list`],
    ['classes.series-lengthened', { title, classes: 4, startsAt: at(0) }, `${desk}?view=list`],
    ['classes.holiday-removed', { title: 'Navidad', classes: 2, startsAt: at(0) }, `${desk}?view=list`],
    ['classes.series-moved', { ...seat, before: at(-2), others: 7 }, '/classes'],
    ['classes.series-altered', { ...seat, others: 7 }, '/classes'],
    ['classes.series-given-to-you', seat, `${desk}?class=${classId}`],
    ['classes.series-given-to-another', { ...seat, name }],
    ['classes.series-other-teacher', { ...seat, name, others: 7 }, '/classes'],
    ['classes.class-offered', { ...seat, name }, '/teacher'],
    ['classes.class-offer-declined', { ...seat, name }, '/teacher'],
    ['classes.series-offered', { ...seat, name }, '/teacher'],
    ['classes.series-offer-declined', { ...seat, name }, '/teacher'],
    ['classes.several-cancelled', { ...seat, others: 7, reason }, '/classes'],
    ['classes.notes-hidden', { title, reason }, `${desk}?class=${classId}&tab=notes`],
    ['teachers.applied', { name }, '/admin/teachers'],
    ['teachers.approved', {}, '/teacher'],
    ['teachers.rejected', { reason }, '/teacher'],
    ['teachers.revoked', { reason }, '/teacher'],
    ['teachers.reopened', {}, '/teacher'],
    ['teachers.page-hidden', { reason }, '/teacher'],
    ['teachers.page-shown', {}, '/teacher'],
    ['videos.approved', { title }, '/feed/proposals'],
    ['videos.rejected', { title, reason }, '/feed/proposals'],
    ['videos.reopened', { title }, '/feed/proposals'],
    ['store.fulfilled', { item: 'level-certificate', message: words }, '/store'],
    ['store.refunded', { item: 'private-class-60', coins: 1500, reason }, '/store'],
    ['payments.refunded', { title, tier: null, ...money }, '/membership'],
    ['payments.refunded-by-hand', { title, tier: null, ...money }, '/membership'],
    ['payments.give-back-by-hand', { title, name, ...money }, '/admin/payments?status=owed-back'],
    ['payments.give-back-to-several', { title, learners: 6 }, '/admin/payments?status=owed-back'],
    ['payments.returned-by-bank', { title, tier: null, ...money }, '/membership'],
    ['payments.given-back-in-cash', { title, tier: null, ...money }, '/membership'],
    ['payments.given-back-by-transfer', { title, tier: null, ...money }, '/membership'],
    ['payments.sent-back', { title: null, tier: 'premium', ...money }, '/membership'],
    ['payments.voucher-expired', { title, tier: null }, '/classes'],
    ['payments.paid-out', money, '/teacher'],
    ['payments.payout-reversed', money, '/teacher'],
    ['memberships.granted', { tier: 'premium' }, '/membership'],
    ['memberships.taken-away', { tier: 'premium' }, '/membership'],
    ['memberships.ends-soon', { tier: 'premium', until: at(72) }, '/membership'],
    ['memberships.ended', { tier: 'premium', until: at(72) }, '/membership'],
    ['memberships.started', { tier: 'premium', until: at(720) }, '/membership'],
    ['memberships.renewed', { tier: 'premium', until: at(720) }, '/membership'],
    ['memberships.renewal-stopped', { tier: 'premium', until: at(72) }, '/membership'],
    ['memberships.renewal-failed', { tier: 'premium', until: at(72) }, '/membership'],
    ['people.coins-credited', { amount: 1250, reason }, '/coins'],
    ['people.coins-debited', { amount: 1, reason }, '/coins'],
    ['people.role-changed', { role: 'teacher' }, '/teacher'],
    ['people.made-teacher', { role: 'teacher' }, '/teacher'],
    ['people.unbanned', {}, '/dashboard'],
    ['people.age-group-changed', { ageGroup: 'adult', seats: 0 }, '/classes'],
    ['people.consent-given', {}, '/classes'],
    ['people.consent-revoked', {}, '/classes'],
    ['people.guardian-changed', {}, '/admin/students'],
    ['people.consent-withdrawn', { name }, '/admin/students'],
    ['people.invitation-ended', { title: name, reason }, '/coins'],
    ['people.name-hidden', { reason }, '/profile'],
    ['people.name-shown', { name }, '/profile'],
    ['cup.claim-confirmed', { reason: null, earned: 5, ofStreak: 5 }, '/ranking'],
    ['cup.claim-rejected', { reason }, '/ranking'],
    ['cup.row-counted', { season, earned: 5, ofStreak: 5 }, '/ranking'],
    ['cup.name-hidden', { reason }, '/ranking'],
    ['cup.name-shown', {}, '/ranking'],
    ['cup.prize-paid', { season, language: 'ko', place: 1, coins: 500 }, '/ranking'],
    ['cup.prize-waits', { season, language: 'ko', coins: 200 }, '/ranking'],
    ['cup.prize-lapsed', { season, language: 'ko', coins: 200 }, '/ranking'],
    ['reports.upheld'],
    ['reports.dismissed'],
    ['coins.ceiling-reached', { until: at(240).slice(0, 10) }, '/coins'],
    ['coins.ceiling-to-raise', { until: at(240).slice(0, 10), ceiling: 50_000 }, '/admin/store?tab=rules'],
    ['coins.referral-paid', { coins: 100 }, '/coins'],
    ['profiles.shield-back', { until: at(-48).slice(0, 10) }, '/dashboard'],
    ['profiles.shield-used', { until: at(-48).slice(0, 10) }, '/dashboard'],
  ];
  return notices.map(([kind, detail = {}, link = null]) => ({ kind, detail, link }));
}
