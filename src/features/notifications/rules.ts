export { earnedIn, fillingsOf } from './notice-fillings.ts';

/** What a notice is about, as far as a person chooses for themselves where to be told of it. */
export const noticeTopics = [
  'classes',
  'day-before',
  'hour-before',
  'minutes-before',
  'money',
  'coins',
  'account',
  'announcements',
  'community',
] as const;
export type NoticeTopic = (typeof noticeTopics)[number];

/** The notices of a kid about which their guardian gets a letter, unless the guardian stopped those of the topic. */
const kindsForGuardian: readonly string[] = [
  'classes.moved',
  'classes.series-moved',
  'classes.altered',
  'classes.series-altered',
  'classes.cancelled',
  'classes.several-cancelled',
  'classes.removed',
  'classes.seat-taken-away',
  'classes.held-seat-taken-away',
  'classes.wait-taken-away',
  'classes.message',
  'classes.few-come-with-you',
  'classes.starts-in-a-day',
  'classes.starts-within-a-day',
];

/** What is told to administrators alone: unread, it goes with their role. */
export const kindsForAdministrators: readonly string[] = [
  'payments.give-back-by-hand',
  'payments.give-back-to-several',
  'teachers.applied',
  'people.guardian-changed',
  'people.consent-withdrawn',
  'coins.ceiling-to-raise',
  'classes.without-teacher',
];

/** The topics in the token of a letter, which joins them by `_`. */
export function topicsNamed(named: string): NoticeTopic[] {
  const names = named.split('_');
  return noticeTopics.filter((topic) => names.includes(topic));
}

/** Stands before the topics in the token of a letter to the guardian of a kid. */
export const toGuardian = 'guardian';

export function namesGuardian(named: string): boolean {
  return named.split('_').includes(toGuardian);
}

/** Where a notice goes beside the bell, which shows every one. */
export const noticeChannels = ['email', 'push'] as const;
export type NoticeChannel = (typeof noticeChannels)[number];

/** What a person gets who has chosen nothing: by mail what can wait for a mailbox, on the telephone what cannot. */
const defaults: Record<NoticeTopic, Record<NoticeChannel, boolean>> = {
  classes: { email: true, push: true },
  'day-before': { email: true, push: false },
  'hour-before': { email: false, push: true },
  'minutes-before': { email: false, push: true },
  money: { email: true, push: false },
  coins: { email: true, push: false },
  account: { email: true, push: true },
  announcements: { email: true, push: true },
  community: { email: false, push: false },
};

/**
 * What goes by mail to a person whom it would reach on a device only, and who has none: early enough for a mailbox. The
 * reminder of the last minutes is not.
 */
const mailedWithoutDevice: readonly NoticeTopic[] = ['hour-before'];

export const defaultQuiet = { from: 22, until: 7 };

/** The hour of the day, on the person's clock, at which the day's letter goes out. */
export const digestHour = 8;

/**
 * How a person's choices stand in the database: what differs from the defaults, by `topic:channel`. A kid's guardian
 * chooses by `topic:guardian`, which the kid cannot change, and which goes with the guardian's address.
 */
export type Chosen = Readonly<Record<string, boolean>>;

/**
 * Whether a person wants a topic by a channel. Without a device, a topic of `mailedWithoutDevice` goes by mail as long
 * as they have turned it off in neither channel.
 */
export function wants(
  chosen: Chosen,
  topic: NoticeTopic,
  channel: NoticeChannel,
  hasDevice: boolean,
): boolean {
  const isChosen = (by: NoticeChannel) => chosen[`${topic}:${by}`] ?? defaults[topic][by];
  const isInstead = channel === 'email' && !hasDevice && mailedWithoutDevice.includes(topic);
  return isInstead ? (chosen[`${topic}:email`] ?? isChosen('push')) : isChosen(channel);
}

/** What a person sends to their own devices to see whether it arrives: whatever they chose, and at any hour. */
export const trialKind = 'notifications.trial';

const topicOfKind: Record<string, NoticeTopic> = {
  'classes.starts-in-a-day': 'day-before',
  'classes.starts-within-a-day': 'day-before',
  'classes.starts-in-an-hour': 'hour-before',
  'classes.starts-in-minutes': 'minutes-before',
  'classes.review-wanted': 'community',
  'classes.reviewed': 'community',
  'classes.marked-present': 'community',
  'classes.marked-absent': 'community',
  'classes.walked-in': 'community',
  'people.coins-credited': 'coins',
  'people.coins-debited': 'coins',
  'cup.prize-paid': 'coins',
  'cup.prize-waits': 'coins',
  'cup.prize-lapsed': 'coins',
  'profiles.shield-back': 'coins',
  'profiles.shield-used': 'coins',
};

const topicOfFeature: Record<string, NoticeTopic> = {
  classes: 'classes',
  store: 'money',
  payments: 'money',
  memberships: 'money',
  coins: 'coins',
  people: 'account',
  teachers: 'account',
  announcements: 'announcements',
};

/** The topic of a kind; what is in no list, such as a kind of a later version, is of the community. */
export function topicOf(kind: string): NoticeTopic {
  return topicOfKind[kind] ?? topicOfFeature[kind.split('.')[0] ?? ''] ?? 'community';
}

/** Whether the guardian of a kid is written to about a notice of a kind. */
export function isForGuardian(chosen: Chosen, kind: string): boolean {
  return kindsForGuardian.includes(kind) && (chosen[`${topicOf(kind)}:guardian`] ?? true);
}

/** Whether a person, who has a device or none, wants a notice of a kind by a channel. */
export function isWanted(chosen: Chosen, kind: string, channel: NoticeChannel, hasDevice: boolean): boolean {
  return kind === trialKind ? channel === 'push' : wants(chosen, topicOf(kind), channel, hasDevice);
}
