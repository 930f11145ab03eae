import {
  digestHour,
  isWanted,
  type NoticeChannel,
  noticeChannels,
  topicOf,
} from '#features/notifications/rules.ts';
import type { Told } from './check-reminders.ts';
import { hourIn, minutesAfter } from './local-time.ts';
import { isAway, type Participant } from './participants.ts';
import type { Received, Simulation } from './simulation.ts';

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
export function checkDeliveries(simulation: Simulation, notices: readonly Told[]): Delivery[] {
  const byNotice = Map.groupBy(simulation.received, ({ notice }) => notice.id);
  return notices.flatMap((notice) => {
    const participant = simulation.participant(notice.userId);
    const received = byNotice.get(notice.id) ?? [];
    for (const { arrival } of received) {
      if (isAway(participant, arrival.at))
        simulation.noteViolation(`${notice.kind} ${notice.id} arrived at a person who is away`);
    }
    // A person who is let in again is not told by message of what was while they were not.
    const cameLate = participant.away.some(({ from }) => from >= notice.createdAt);
    if (cameLate || isAway(participant, notice.createdAt)) return [];
    // What they choose now, or where they are, says nothing of a notice that is older than the choice.
    const changed = participant.changes.some((at) => at >= notice.createdAt);
    const unasked = received.filter(({ arrival }) => !wanted(participant, notice, arrival.channel));
    if (unasked.length > 0 && !changed)
      simulation.noteViolation(`${notice.kind} ${notice.id} arrived unasked`);
    return noticeChannels
      .filter((channel) => wanted(participant, notice, channel))
      .map((channel): Delivery => {
        const arrived = received.filter(({ arrival }) => arrival.channel === channel);
        checkOnce(simulation, { notice, channel, arrived });
        if (!changed) checkInTime(simulation, { participant, notice, channel, arrived });
        return { kind: notice.kind, channel, outcome: arrived.length > 0 ? 'arrived' : 'dropped' };
      });
  });
}

function wanted(
  { kid, proved, devices, chosen }: Participant,
  { kind }: Told,
  channel: NoticeChannel,
): boolean {
  if (kid) return false;
  return isWanted(chosen, kind, channel, devices > 0) && (channel === 'email' ? proved : devices > 0);
}

type Case = { notice: Told; channel: NoticeChannel; arrived: readonly Received[] };

const nameOf = ({ notice, channel }: Case) =>
  `${channel} of ${notice.kind} ${notice.id} told ${notice.createdAt.toISOString()}`;

function checkOnce(simulation: Simulation, checked: Case): void {
  const yes = checked.arrived.filter(({ arrival }) => arrival.acknowledged);
  const places = new Set(yes.map(({ arrival }) => arrival.place));
  if (places.size < yes.length)
    simulation.noteViolation(`${nameOf(checked)}: ${yes.length} times, acknowledged`);
}

function checkInTime(
  simulation: Simulation,
  { participant, ...checked }: Case & { participant: Participant },
): void {
  const { notice, channel, arrived } = checked;
  const name = nameOf(checked);
  const { at, good } = whenDue(participant, notice, channel);
  const { failures, deviceFailures, outages } = simulation.channels;
  const ofDevice = channel === 'push' ? (deviceFailures.get(participant.id) ?? []) : [];
  const troubled =
    failures.has(`${channel} ${notice.id}`) ||
    ofDevice.some((failed) => failed > minutesAfter(at, -stepMinutes) && failed < minutesAfter(at, 60)) ||
    outages.some(({ from, to }) => from < minutesAfter(at, 60) && to > at);
  if (!arrived.some(({ arrival }) => arrival.acknowledged)) {
    const { withdrawnAt } = notice;
    const isExcused =
      (withdrawnAt !== null && (troubled || withdrawnAt <= minutesAfter(at, stepMinutes))) ||
      participant.reads.some(
        (read) => read >= notice.createdAt && (troubled || read <= minutesAfter(at, stepMinutes)),
      ) ||
      simulation.channels.refused.has(`${channel} ${notice.id}`) ||
      (good !== null && (troubled || good <= at));
    if (!isExcused) simulation.noteViolation(`${name}: never arrived, due ${at.toISOString()}`);
    return;
  }
  for (const { arrival } of arrived) {
    // The letter of the day takes along what was told since an older notice began to wait for it.
    const isEarly = arrival.notice === notice.id ? arrival.at < at : isQuiet(participant, arrival.at);
    if (isEarly)
      simulation.noteViolation(`${name}: at ${arrival.at.toISOString()}, before ${at.toISOString()}`);
    if (!troubled && arrival.at > minutesAfter(at, stepMinutes)) {
      simulation.noteViolation(`${name}: at ${arrival.at.toISOString()}, due ${at.toISOString()}`);
    }
  }
}

function isQuiet({ zone, quiet }: Participant, at: Date): boolean {
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
function whenDue(participant: Participant, { kind, detail, createdAt }: Told, channel: NoticeChannel) {
  const { zone, digest } = participant;
  const waitsForLetter = digest && channel === 'email';
  let at = createdAt;
  if (waitsForLetter || isQuiet(participant, at)) {
    let hourly = new Date(Math.floor(createdAt.getTime() / hour) * hour);
    let letterHour = !waitsForLetter;
    do {
      hourly = new Date(hourly.getTime() + hour);
      letterHour ||= hourIn(zone, hourly) === digestHour;
    } while (isQuiet(participant, hourly) || !letterHour);
    at = hourly;
  }
  const instant = (name: string) => (detail[name] ? new Date(detail[name]) : null);
  const near = ['startsAt', 'before', 'heldUntil'].flatMap((name) => instant(name) ?? []);
  const isOfClass = ofClasses.includes(topicOf(kind));
  const isUrgent =
    isOfClass && near.some((each) => each > createdAt && each.getTime() < at.getTime() + 2 * hour);
  const isOfStart = kind.startsWith('classes.starts-') || kind === 'classes.seat-open';
  const good =
    kind === 'classes.seat-offered' ? instant('heldUntil') : isOfStart ? instant('startsAt') : null;
  return { at: isUrgent ? createdAt : at, good };
}
