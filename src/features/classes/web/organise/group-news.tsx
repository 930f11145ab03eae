import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useNoticeSentences } from '#features/notifications/web/use-notice-words.ts';
import { zoneCity } from '#shared/time/zone-city.ts';
import { clockTime } from '#shared/time/zones.ts';
import { ReadyText } from '#web/ui/share/ready-text.tsx';
import type { ManagedClass } from '../../contract.ts';
import { classAddress } from '../open-class/class-invitation.ts';
import { followingIn, type News } from '../series/following-in.ts';
import { useRepeatsInWords } from '../series/use-repeats-in-words.ts';

/**
 * What the people of a class are told by the bell, in the same words, as a text for their group. The instants are those
 * of the class's own zone, which a line names, because the people of a group live in many.
 */
export function GroupNews({
  liveClass,
  news,
  children,
}: {
  liveClass: ManagedClass;
  news: News;
  /** What stands beside the ways to send it. */
  children?: ReactNode;
}) {
  const { t, i18n } = useTranslation('classes');
  const sentencesOf = useNoticeSentences(liveClass.zone);
  const { repeatsInWords } = useRepeatsInWords();
  const { id, title, startsAt, zone, cancelReason, rules } = liveClass;
  const isMove = typeof news !== 'string';
  const kind = isMove ? 'moved' : news;
  const { sentence, below } = sentencesOf({
    kind: `classes.${kind}`,
    detail: {
      title,
      startsAt,
      fewest: rules.fewestLearners,
      before: isMove ? news.from : null,
      reason: kind === 'cancelled' ? cancelReason : null,
    },
  });
  const following = followingIn(liveClass, news);
  const isOnlyOfOthers = isMove && news.from === null;
  const lines = [
    isOnlyOfOthers ? t('share.following.changed', { title }) : sentence,
    below,
    following === 'cancelled' && t('share.following.cancelled'),
    following === 'moved' && !isOnlyOfOthers && t('share.following.moved'),
    following === 'moved' &&
      liveClass.repeats &&
      `${repeatsInWords(liveClass.repeats)} · ${clockTime(startsAt, zone)}`,
    t('share.week.hours', { city: zoneCity(zone, i18n.language) }),
    // A cancelled class has no seat to take.
    kind === 'cancelled' ? null : classAddress(id, window.location.origin),
  ];
  return (
    <ReadyText text={lines.filter(Boolean).join('\n')} label={t('share.news')}>
      {children}
    </ReadyText>
  );
}
