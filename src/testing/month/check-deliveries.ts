import {
  digestHour,
  isWanted,
  type NoticeChannel,
  noticeChannels,
  topicOf,
} from '#features/notifications/rules.ts';
import { isAway, type Player } from './cast.ts';
import type { Told } from './check-reminders.ts';
import { hourIn, minutesAfter } from './local-time.ts';
import type { Received, Stage } from './stage.ts';

/** How late a message may be: the clock of the month moves in steps of ten minutes. */
const stepMinutes = 11;
const hour = 3600_000;
const ofClasses = ['classes', 'day-before', 'hour-before', 'minutes-before'];

/** How a notice and channel went, for the figures. */
export type Delivery = { kind: string; channel: NoticeChannel; outcome: 'arrived' | 'dropped' };

/**
 * Checks of notices that are old enough that each arrived where its person chose, once a place, in time and not in
 * their quiet hours; or that there is a reason why not.
 */
export function checkDeliveries(stage: Stage, notices: readonly Told[]): Delivery[] {
  const byNotice = Map.groupBy(stage.received, ({ notice }) => notice.id);
  return notices.flatMap((notice) => {
    const player = stage.player(notice.userId);
    const received = byNotice.get(notice.id) ?? [];
    for (const { arrival } of received) {
      if (isAway(player, arrival.at)) stage.fault(`${notice.kind} ${notice.id} arrived at who is away`);
    }
    // Who is let in again is not told by message of what was while they were not.
    const cameLate = player.away.some(({ from }) => from >= notice.createdAt);
    if (cameLate || isAway(player, notice.createdAt)) return [];
    // What they choose now, or where they are, says nothing of a notice that is older than the choice.
    const changed = player.changes.some((at) => at >= notice.createdAt);
    const unasked = received.filter(({ arrival }) => !wanted(player, notice, arrival.channel));
    if (unasked.length > 0 && !changed) stage.fault(`${notice.kind} ${notice.id} arrived unasked`);
    return noticeChannels
      .filter((channel) => wanted(player, notice, channel))
      .map((channel): Delivery => {
        const arrived = received.filter(({ arrival }) => arrival.channel === channel);
        checkOnce(stage, { notice, channel, arrived });
        if (!changed) checkInTime(stage, { player, notice, channel, arrived });
        return { kind: notice.kind, channel, outcome: arrived.length > 0 ? 'arrived' : 'dropped' };
      });
  });
}

function wanted({ kid, proved, devices, chosen }: Player, { kind }: Told, channel: NoticeChannel): boolean {
  if (kid) return false;
  return isWanted(chosen, kind, channel, devices > 0) && (channel === 'email' ? proved : devices > 0);
}

type Case = { notice: Told; channel: NoticeChannel; arrived: readonly Received[] };

const nameOf = ({ notice, channel }: Case) =>
  `${channel} of ${notice.kind} ${notice.id} told ${notice.createdAt.toISOString()}`;

function checkOnce(stage: Stage, checked: Case): void {
  const yes = checked.arrived.filter(({ arrival }) => arrival.acknowledged);
  const places = new Set(yes.map(({ arrival }) => arrival.place));
  if (places.size < yes.length) stage.fault(`${nameOf(checked)}: ${yes.length} times, acknowledged`);
}

function checkInTime(stage: Stage, { player, ...checked }: Case & { player: Player }): void {
  const { notice, channel, arrived } = checked;
  const name = nameOf(checked);
  const { at, good } = whenDue(player, notice, channel);
  const { failures, deviceFailures, outages } = stage.post;
  const ofDevice = channel === 'push' ? (deviceFailures.get(player.id) ?? []) : [];
  const troubled =
    failures.has(`${channel} ${notice.id}`) ||
    ofDevice.some((failed) => failed > minutesAfter(at, -stepMinutes) && failed < minutesAfter(at, 60)) ||
    outages.some(({ from, to }) => from < minutesAfter(at, 60) && to > at);
  if (!arrived.some(({ arrival }) => arrival.acknowledged)) {
    const { withdrawnAt } = notice;
    const isExcused =
      (withdrawnAt !== null && (troubled || withdrawnAt <= minutesAfter(at, stepMinutes))) ||
      player.reads.some(
        (read) => read >= notice.createdAt && (troubled || read <= minutesAfter(at, stepMinutes)),
      ) ||
      stage.post.refused.has(`${channel} ${notice.id}`) ||
      (good !== null && (troubled || good <= at));
    if (!isExcused) stage.fault(`${name}: never arrived, due ${at.toISOString()}`);
    return;
  }
  for (const { arrival } of arrived) {
    // The letter of the day takes along what was told since an older notice began to wait for it.
    const isEarly = arrival.notice === notice.id ? arrival.at < at : isQuiet(player, arrival.at);
    if (isEarly) stage.fault(`${name}: at ${arrival.at.toISOString()}, before ${at.toISOString()}`);
    if (!troubled && arrival.at > minutesAfter(at, stepMinutes)) {
      stage.fault(`${name}: at ${arrival.at.toISOString()}, due ${at.toISOString()}`);
    }
  }
}

function isQuiet({ zone, quiet }: Player, at: Date): boolean {
  if (!quiet) return false;
  const now = hourIn(zone, at);
  return quiet.from < quiet.until
    ? now >= quiet.from && now < quiet.until
    : now >= quiet.from || now < quiet.until;
}

/**
 * When a notice has to arrive, and until when it is good for something. Reckoned hour by hour on the clocks of its
 * person, and not as the product does it.
 */
function whenDue(player: Player, { kind, detail, createdAt }: Told, channel: NoticeChannel) {
  const { zone, digest } = player;
  const waitsForLetter = digest && channel === 'email';
  let at = createdAt;
  if (waitsForLetter || isQuiet(player, at)) {
    let hourly = new Date(Math.floor(createdAt.getTime() / hour) * hour);
    let letterHour = !waitsForLetter;
    do {
      hourly = new Date(hourly.getTime() + hour);
      letterHour ||= hourIn(zone, hourly) === digestHour;
    } while (isQuiet(player, hourly) || !letterHour);
    at = hourly;
  }
  const instant = (name: string) => (detail[name] ? new Date(detail[name]) : null);
  const near = ['startsAt', 'before', 'heldUntil'].flatMap((name) => instant(name) ?? []);
  const isOfClass = ofClasses.includes(topicOf(kind));
  const isUrgent =
    isOfClass && near.some((each) => each > createdAt && each.getTime() < at.getTime() + 2 * hour);
  const isOfStart = kind.startsWith('classes.starts-in') || kind === 'classes.seat-open';
  const good =
    kind === 'classes.seat-offered' ? instant('heldUntil') : isOfStart ? instant('startsAt') : null;
  return { at: isUrgent ? createdAt : at, good };
}
